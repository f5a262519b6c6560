package main

import (
	"cmp"
	"slices"
)

// nearestNames returns up to three of the names: those that the fewest edits
// make out of name, if these are few.
func nearestNames(name string, names []string) []string {
	const most, longest = 3, 64
	limit := 1 + len(name)/4
	if len(name) > longest {
		return nil
	}
	type candidate struct {
		name  string
		edits int
	}
	var found []candidate
	for _, n := range names {
		if len(n) <= longest {
			if d := edits(name, n); d <= limit {
				found = append(found, candidate{n, d})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.edits, b.edits) })
	var nearest []string
	for _, f := range found[:min(most, len(found))] {
		if f.edits == found[0].edits {
			nearest = append(nearest, f.name)
		}
	}
	return nearest
}

// edits is the number of insertions, deletions and substitutions of a byte
// that make b out of a.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
