#!/bin/sh
# What observers, and with them the sanitizers, cost when nobody observes: the
# benchmarks in a build as it is and in one without the comparisons (tag
# unobservable), in turn, by the least of the rounds. CPU frequency and other
# load change from minute to minute; the more rounds, the less that matters.
#
#   sh sim/observercost.sh [rounds, 20 if not given [engine: avx512 or avx2]]
set -e
rounds=${1:-20}
engine=${2:-avx512}
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
go test -c -o "$out/with" .
go test -c -tags unobservable -o "$out/without" .
i=0
while [ $i -lt "$rounds" ]; do
	for build in with without; do
		for what in "Engine/.*/$engine" "Memory/.*/$engine/block" "Matmul/$engine"; do
			"$out/$build" -test.run '^$' -test.cpu 1 -test.benchtime 20ms -test.bench "$what" >>"$out/$build.txt"
		done
	done
	i=$((i + 1))
done
awk '
	# A line is a name, a count, and pairs of a figure and its unit.
	/^Benchmark/ {
		v = $3 + 0
		if (!($1 in order)) { order[$1] = ++n; name[n] = $1 }
		k = $1 SUBSEP FILENAME
		if (!(k in least) || v < least[k]) least[k] = v
		unit[$1] = $4
	}
	END {
		printf "%-60s %12s %12s %8s\n", "", "with", "without", "ratio"
		for (i = 1; i <= n; i++) {
			a = least[name[i], ARGV[1]]; b = least[name[i], ARGV[2]]
			printf "%-60s %12.4g %12.4g %8.3f %s\n", name[i], a, b, a / b, unit[name[i]]
			sum += log(a / b)
		}
		printf "%-60s %12s %12s %8.3f\n", "geometric mean", "", "", exp(sum / n)
	}' "$out/with.txt" "$out/without.txt"
