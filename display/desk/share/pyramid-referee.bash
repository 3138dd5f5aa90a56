# Completion of pyramid-referee in bash; made by `make papers`.
_pyramid_referee() {
    local word=${COMP_WORDS[COMP_CWORD]} words=''
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W 'desk run doctor demo bench replay games export results import pack unpack board --help' -- "$word"))
        return
    fi
    if ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == board ]]; then
        COMPREPLY=($(compgen -W 'check show new --help' -- "$word"))
        return
    fi
    case ${COMP_WORDS[COMP_CWORD - 1]} in
        --board) COMPREPLY=($(compgen -W 'none i2c serial' -- "$word")); return ;;
        --shots|--data) COMPREPLY=($(compgen -d -- "$word")); return ;;
    esac
    case ${COMP_WORDS[1]} in
        desk) words='--script --headless --browser --board --shots --verbose --config --data --help' ;;
        run) words='--config --data --help' ;;
        doctor) words='--bundle --touch --press --config --data --help' ;;
        demo) words='--game --seed --shots --verbose --config --data --help' ;;
        bench) words='--config --data --help' ;;
        replay) words='--json --keep-going --help' ;;
        games) words='--config --data --help' ;;
        export) words='--times --config --data --help' ;;
        results) words='--csv --json --config --data --help' ;;
        import) words='--config --data --help' ;;
        pack) words='--with-secrets --config --data --help' ;;
        unpack) words='--config --data --help' ;;
        board) words='--help' ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}
complete -o filenames -F _pyramid_referee pyramid-referee
