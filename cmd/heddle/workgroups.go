package main

import "heddle/sim"

// chooseWorkgroups reads which workgroups of d are executed: the flag says, or if
// it does not, the launch file.
func (l *launchFile) chooseWorkgroups(d *dispatch, flag string, groups [3]uint32, seed uint64) ([]int, error) {
	if d.Workgroups == "" || flag != "all" {
		return chooseWorkgroups(flag, groups, seed)
	}
	ids, err := sim.ChooseWorkgroups(d.Workgroups, groups, seed)
	return ids, l.in(d.key()+".workgroups", err)
}

// chooseWorkgroups reads --workgroups for a grid; nil is all.
func chooseWorkgroups(choice string, groups [3]uint32, seed uint64) ([]int, error) {
	ids, err := sim.ChooseWorkgroups(choice, groups, seed)
	if err != nil {
		return nil, usagef("--workgroups %w", err)
	}
	return ids, nil
}
