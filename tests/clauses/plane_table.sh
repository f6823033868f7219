#!/bin/bash
# Prints the table clause -> where it is decided -> test for the plane games, from the rule books, the sources and the
# names of the tests. `plane_table.sh ROOT check` compares it with rules/README.md and fails on a clause without a test.
cd "$1" || exit 1
games=rules/games
number_in_armadas() { # A2-21 -> AR-22, from the data of the book
  sed -n "s/^\(AR-[0-9]*\) = \"$1\"\$/\1/p" $games/armada_2k.toml | head -1
}
decided_in() {
  grep -lE "\"$1\"" rules/*.cpp $games/armadas*.cpp 2>/dev/null | xargs -r -n1 basename | sed 's/\.cpp$//' | sort -u |
    paste -sd, | sed 's/,/, /g'
}
tested_by() {
  grep -ohE "TEST\(Clause, [A-Za-z0-9_]*" tests/rules/armadas_clauses_test.cpp | sed 's/TEST(Clause, //' |
    grep -E "(^|_)${1/-/_}(_|\$)" | paste -sd, | sed 's/,/, /g'
}
table() {
  echo "| clause | decided in | test (Clause.) |"
  echo "| --- | --- | --- |"
  sed -n 's/^\(AR-[0-9]*\) = .*/\1/p' $games/armadas.toml | sort -u > "$list"
  sed -n 's/^\(A2-[0-9a-f]*\) = .*/\1/p' $games/armada_2k.toml | sort -u >> "$list"
  while read -r id; do
    where=$(decided_in "$id")
    same=$(number_in_armadas "$id")
    [ -n "$same" ] && where="as $same${where:+; $where}"
    echo "| $id | ${where:-by data or by people at the table} | $(tested_by "$id") |"
  done < "$list"
}
list=$(mktemp)
trap 'rm -f "$list"' EXIT
if [ "$2" != check ]; then
  table
  exit
fi
made=$(table)
bad=0
if echo "$made" | grep -E '\|  \|$'; then
  echo "The clauses above have no test that names them."; bad=1
fi
if ! diff <(echo "$made") <(sed -n '/^| clause | decided in/,/^$/p' rules/README.md | sed '/^$/d') ; then
  echo "rules/README.md does not show this table; run tests/clauses/plane_table.sh . and paste it."; bad=1
fi
exit $bad
