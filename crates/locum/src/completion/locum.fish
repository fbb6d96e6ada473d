
# What only locum itself can tell.
complete -c locum -n "__fish_locum_using_subcommand attach detach kill rename log record screen status explain" -f -a "(locum complete-names 2>/dev/null)" -d Session
complete -c locum -n "__fish_locum_using_subcommand policy; and __fish_seen_subcommand_from use" -f -a "careful builder watch-only"
complete -c locum -n "__fish_locum_using_subcommand completions" -f -a "bash zsh fish"
complete -c locum -n "__fish_locum_using_subcommand run" -x -a "(__fish_complete_subcommand --fcs-skip=2)"
