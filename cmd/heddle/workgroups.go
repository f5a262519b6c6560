package main

import "heddle/sim"

// chooseWorkgroups reads --workgroups for a grid; nil is all.
func chooseWorkgroups(choice string, groups [3]uint32, seed uint64) ([]int, error) {
	ids, err := sim.ChooseWorkgroups(choice, groups, seed)
	if err != nil {
		return nil, usagef("--workgroups %w", err)
	}
	return ids, nil
}
