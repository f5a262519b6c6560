package sim_test

import (
	"slices"
	"strings"
	"testing"

	"heddle/sim"
)

func TestChooseWorkgroups(t *testing.T) {
	grid := [3]uint32{4, 3, 2}
	for _, c := range []struct {
		choice string
		grid   [3]uint32
		want   []int
		fails  string
	}{
		{choice: "all", grid: grid},
		{choice: "corners", grid: grid, want: []int{0, 3, 8, 11, 12, 15, 20, 23}},
		{choice: "corners", grid: [3]uint32{5, 1, 1}, want: []int{0, 4}},
		{choice: "corners", grid: [3]uint32{1, 1, 1}, want: []int{0}},
		{choice: "corners", grid: [3]uint32{1 << 20, 1 << 19, 1}, want: []int{0, 1<<20 - 1, 1<<39 - 1<<20, 1<<39 - 1}},
		{choice: "0", grid: grid, want: []int{0}},
		{choice: "23, 7,9-12,10", grid: grid, want: []int{7, 9, 10, 11, 12, 23}},
		{choice: "0,0,0", grid: grid, want: []int{0}},
		{choice: "0,0,0;3,1,0", grid: grid, want: []int{0, 7}},
		{choice: "3,2,1;", grid: grid, want: []int{23}},
		{choice: "3;1,2;1,2,0", grid: grid, want: []int{3, 9}},
		{choice: "random:24", grid: grid},
		{choice: "random:99999999999", grid: grid},
		{choice: "24", grid: grid, fails: "the grid has the workgroups 0 to 23"},
		{choice: "4,0,0;", grid: grid, fails: "there is no workgroup 4,0,0 in a grid of 4 x 3 x 2"},
		{choice: "0,0,0,0;", grid: grid, fails: "more than three coordinates"},
		{choice: ";", grid: grid, fails: "is not one of all, corners"},
		{choice: "1,;2", grid: grid, fails: "is not one of all, corners"},
		{choice: "", grid: grid, fails: "is not one of all, corners"},
		{choice: "-1", grid: grid, fails: "is not one of all, corners"},
		{choice: "5-2", grid: grid, fails: "is not one of all, corners"},
		{choice: "all:3", grid: grid, fails: "is not one of all, corners"},
		{choice: "edges", grid: grid, fails: "is not one of all, corners"},
		{choice: "random", grid: grid, fails: "random needs a number of workgroups"},
		{choice: "random:0", grid: grid, fails: "random needs a number of workgroups"},
		{choice: "random:99999999", grid: [3]uint32{1 << 20, 1 << 19, 1}, fails: "random chooses at most 16777216"},
		{choice: "0-99999999", grid: [3]uint32{1 << 20, 1 << 19, 1}, fails: "a list may have 16777216"},
	} {
		got, err := sim.ChooseWorkgroups(c.choice, c.grid, 1)
		switch {
		case c.fails == "" && err != nil, c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
			t.Errorf("%q: error %v, want %q", c.choice, err, c.fails)
		case !slices.Equal(got, c.want) || (got == nil) != (c.want == nil):
			t.Errorf("%q: %v, want %v", c.choice, got, c.want)
		}
	}
}

// TestRandomWorkgroups: the numbers are different, in order, in the grid, and
// follow from the seed alone.
func TestRandomWorkgroups(t *testing.T) {
	grid := [3]uint32{224, 128, 1}
	var before []int
	for _, seed := range []uint64{1, 2, 2} {
		ids, err := sim.ChooseWorkgroups("random:500", grid, seed)
		if err != nil || len(ids) != 500 || !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != 500 || ids[0] < 0 || ids[499] >= 224*128 {
			t.Fatalf("seed %d: %v, %v", seed, ids, err)
		}
		again := sim.RandomWorkgroups(500, grid, seed)
		if !slices.Equal(ids, again) {
			t.Errorf("seed %d: two choices", seed)
		}
		if seed == 2 && before != nil && before[0] == ids[0] && !slices.Equal(ids, before) {
			t.Errorf("seed %d: two choices", seed)
		}
		if seed == 2 && slices.Equal(before, sim.RandomWorkgroups(500, grid, 1)) && slices.Equal(ids, before) {
			t.Error("the seed changes nothing")
		}
		before = ids
	}
}
