
# Bash splits level:3 and --p1=hard into three words each, and @old into two. This makes level:3 and @old one word, and
# --p1=hard two.
_cygnet_words() {
    local i word joins="" last=-1 current=0
    local -a whole=()
    for i in "${!COMP_WORDS[@]}"; do
        word="${COMP_WORDS[i]}"
        if [[ $last -ge 0 && ( -n $joins || $word == :* ) ]]; then
            whole[last]+="$word"
        elif [[ $word != "=" ]]; then
            whole[++last]="${word#=}"
        elif [[ $i -eq $COMP_CWORD ]]; then
            whole[++last]=""
        fi
        [[ $word == *[:@] ]] && joins=yes || joins=""
        [[ $i -eq $COMP_CWORD ]] && current=$last
    done
    local COMP_CWORD=$current
    local COMP_WORDS=("${whole[@]}")
    local word="${whole[current]}"
    _cygnet "$1" "$word" "${whole[current - 1]}"
    # Options are offered after a dash. Otherwise they would hide the files of a command that has no other words.
    [[ -z $word ]] && COMPREPLY=($(IFS=$'\n'; compgen -W "${COMPREPLY[*]}" -X '-*'))
    # Bash replaces only the part after the colon.
    [[ $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}

complete -F _cygnet_words -o nosort -o bashdefault -o default cygnet 2>/dev/null ||
    complete -F _cygnet_words -o bashdefault -o default cygnet
