#!/bin/bash
# Fuzzes one parser: tests/fuzz/run.sh NAME [SECONDS]. Starts from the seeds in tests/data/fuzz/NAME; what it learns goes to a
# folder under the build tree, and an input that breaks something is left there as crash-*.
set -e
cd "$(dirname "$0")/../.."
name=$1
seconds=${2:-600}
if [ ! -x "build/fuzz/bin/fuzz_$name" ]; then
  cmake --preset fuzz > /dev/null
  cmake --build --preset fuzz --target "fuzz_$name"
fi
learnt=build/fuzz/corpus/$name
mkdir -p "$learnt"
exec "build/fuzz/bin/fuzz_$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="$learnt/" "$learnt" "tests/data/fuzz/$name"
