package main

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"heddle/sim"
)

// maxChosen bounds the workgroups that a list may name.
const maxChosen = 1 << 24

// chooseWorkgroups reads --workgroups: linear ids, x fastest; nil is all.
func chooseWorkgroups(s string, l *sim.Launch) ([]int, error) {
	groups := l.Groups()
	all := uint64(groups[0]) * uint64(groups[1]) * uint64(groups[2])
	name, arg, _ := strings.Cut(s, ":")
	switch name {
	case "all":
		return nil, nil
	case "corners":
		return corners(groups), nil
	case "random":
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil || n == 0 {
			return nil, usagef("--workgroups %s: random needs a number of workgroups, as in random:8", s)
		}
		return randomIDs(int(n), all), nil
	}
	var ids []int
	for _, part := range strings.Split(s, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		a, err1 := strconv.ParseUint(first, 10, 40)
		b, err2 := strconv.ParseUint(last, 10, 40)
		if err1 != nil || err2 != nil || a > b {
			return nil, usagef("--workgroups %q is none of all, corners, random:N, or a list such as 0,7,9-12", s)
		}
		if b >= all {
			return nil, usagef("--workgroups %s: the grid has the workgroups 0 to %d", s, all-1)
		}
		if b-a >= maxChosen || len(ids) >= maxChosen {
			return nil, usagef("--workgroups %s: a list may have %d workgroups", s, maxChosen)
		}
		for id := a; id <= b; id++ {
			ids = append(ids, int(id))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// corners are the workgroups at the corners of the grid.
func corners(groups [3]uint32) []int {
	var ids []int
	for corner := range 8 {
		at := [3]int{}
		for i := range at {
			if corner>>i&1 != 0 {
				at[i] = int(groups[i]) - 1
			}
		}
		ids = append(ids, at[0]+int(groups[0])*(at[1]+int(groups[1])*at[2]))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// randomIDs chooses n different workgroups, the same ones in every run.
func randomIDs(n int, all uint64) []int {
	if uint64(n) >= all {
		return nil
	}
	r := rand.New(rand.NewPCG(1, all))
	chosen := map[int]bool{}
	for len(chosen) < n {
		chosen[int(r.Uint64N(all))] = true
	}
	ids := make([]int, 0, n)
	for id := range chosen {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
