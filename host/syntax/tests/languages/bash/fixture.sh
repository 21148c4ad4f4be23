#!/usr/bin/env bash
# Each kind of declaration of Bash. Words here are text: build, in_comment.

LIMIT=3
readonly FIXED=1 SECOND="in_string"
declare -r TYPED=2
declare -A table=([key]=value)
export SHARED="in_string $LIMIT"
list=(one two)
list+=(three)
text='in_string $LIMIT'
export LIMIT
first=1 second=2

build() {
  local target="$1"
  count=1
  echo "in_string ${target} $(helper "$count")"
}

function helper {
  printf '%s\n' "$@"
}

function with-dash() { build; }

nested() {
  inner() { :; }
}

if [[ -n "$LIMIT" ]]; then
  conditional=1
fi

for item in "${list[@]}"; do
  build "$item"
done

VAR=once command --option
cat <<END
in_heredoc $SHARED
END
while read -r line; do helper; done < file
