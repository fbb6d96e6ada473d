
# Names of sessions; everything else is in _locum_words below.
_locum() {
    if (( CURRENT > 2 )) && [[ $words[CURRENT] != -* ]]; then
        case $words[2] in
            (attach|detach|kill|rename|log|record|screen|status|explain)
                local -a names expl
                names=(${(f)"$(_call_program names locum complete-names 2>/dev/null)"})
                _wanted names expl 'session' compadd -a names
                return
                ;;
        esac
    fi
    _locum_words "$@"
}
