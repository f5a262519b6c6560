package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// WorkgroupForms lists the forms that ChooseWorkgroups accepts, for messages.
const WorkgroupForms = "all, corners, random:N, a list of linear ids such as 0,7,9-12, or of coordinates such as 0,0,0;3,1,0"

// maxChosen is the maximum number of workgroups that are chosen one by one.
const maxChosen = 1 << 24

// ChooseWorkgroups parses a choice of the workgroups of a grid to execute, for Launch.Workgroups:
// linear ids (x fastest) in ascending order, each once; nil for all of them. The choices are
//
//	all
//	corners         those at the corners of the grid
//	random:N        N different ones, the same for the same seed and grid
//	0,7,9-12        by linear ids
//	0,0,0;3,1,0     by coordinates x,y,z; z or y and z may be left out, and a
//	                single place ends in a semicolon
func ChooseWorkgroups(choice string, groups [3]uint32, seed uint64) ([]int, error) {
	name, arg, _ := strings.Cut(choice, ":")
	switch {
	case choice == "all", countOf(groups) == 0: // no grid: Run reports it
		return nil, nil
	case choice == "corners":
		return Corners(groups), nil
	case name == "random":
		n, err := strconv.ParseUint(arg, 10, 64)
		if err != nil || n == 0 {
			return nil, fmt.Errorf("%s: random needs a number of workgroups, such as random:8", choice)
		}
		if all := countOf(groups); n < all && n > maxChosen {
			return nil, fmt.Errorf("%s: random chooses at most %d workgroups", choice, maxChosen)
		}
		return RandomWorkgroups(int(min(n, 1<<62)), groups, seed), nil
	}
	var ids []int
	var err error
	if strings.Contains(choice, ";") {
		ids, err = placesOf(choice, groups)
	} else {
		ids, err = idsOf(choice, countOf(groups))
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

func countOf(groups [3]uint32) uint64 {
	return uint64(groups[0]) * uint64(groups[1]) * uint64(groups[2])
}

// idsOf parses a list of linear ids and ranges of them.
func idsOf(choice string, all uint64) (ids []int, err error) {
	for part := range strings.SplitSeq(choice, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			last = first
		}
		a, err1 := strconv.ParseUint(first, 10, 40)
		b, err2 := strconv.ParseUint(last, 10, 40)
		if err1 != nil || err2 != nil || a > b {
			return nil, fmt.Errorf("%q is not one of %s", choice, WorkgroupForms)
		}
		if b >= all {
			return nil, fmt.Errorf("%s: the grid has the workgroups 0 to %d", choice, all-1)
		}
		if b-a >= maxChosen || len(ids) >= maxChosen {
			return nil, fmt.Errorf("%s: a list may have %d workgroups", choice, maxChosen)
		}
		for id := a; id <= b; id++ {
			ids = append(ids, int(id))
		}
	}
	return ids, nil
}

// placesOf parses a list of coordinates.
func placesOf(choice string, groups [3]uint32) (ids []int, err error) {
	for part := range strings.SplitSeq(strings.TrimSuffix(choice, ";"), ";") {
		numbers := strings.Split(part, ",")
		if len(numbers) > 3 {
			return nil, fmt.Errorf("%s: %q has more than three coordinates", choice, part)
		}
		var at [3]int
		for i, n := range numbers {
			v, err := strconv.ParseUint(strings.TrimSpace(n), 10, 32)
			if err != nil {
				return nil, fmt.Errorf("%q is not one of %s", choice, WorkgroupForms)
			}
			if v >= uint64(groups[i]) {
				return nil, fmt.Errorf("%s: there is no workgroup %s in a grid of %d x %d x %d", choice, part, groups[0], groups[1], groups[2])
			}
			at[i] = int(v)
		}
		ids = append(ids, linearID(at, groups))
	}
	return ids, nil
}

func linearID(at [3]int, groups [3]uint32) int {
	return at[0] + int(groups[0])*(at[1]+int(groups[1])*at[2])
}

// Corners returns the workgroups at the corners of a grid, in ascending order.
func Corners(groups [3]uint32) []int {
	var ids []int
	for corner := range 8 {
		at := [3]int{}
		for i := range at {
			if corner>>i&1 != 0 {
				at[i] = int(groups[i]) - 1
			}
		}
		ids = append(ids, linearID(at, groups))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// RandomWorkgroups returns n different workgroups of a grid in ascending order, determined by the
// seed; nil, which means all, if the grid has no more than n.
func RandomWorkgroups(n int, groups [3]uint32, seed uint64) []int {
	all := countOf(groups)
	if n >= 0 && uint64(n) >= all {
		return nil
	}
	r := rand.New(rand.NewPCG(seed, all))
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
