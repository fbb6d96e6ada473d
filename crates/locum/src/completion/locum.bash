# Names of sessions and of programs; everything else is in _locum_words below.
_locum() {
    local current=${COMP_WORDS[COMP_CWORD]-}
    if [[ $COMP_CWORD -gt 1 && $current != -* ]]; then
        case ${COMP_WORDS[1]} in
            attach | detach | kill | rename | log | record | screen | status | explain)
                # A file's name is never a session's.
                compopt +o default +o bashdefault 2>/dev/null
                COMPREPLY=($(compgen -W "$(locum complete-names 2>/dev/null)" -- "$current"))
                return 0
                ;;
            run)
                if [[ $COMP_CWORD -eq 2 ]]; then
                    COMPREPLY=($(compgen -c -- "$current"))
                    return 0
                fi
                ;;
        esac
    fi
    _locum_words "$@"
}

