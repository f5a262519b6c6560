package tile

// Stagger runs f with the workgroup's waves in groups that are a barrier apart: when the first group
// is behind a barrier of f, the next one is still before it. So while one group computes, another
// one can move data. Waves of a group have adjacent numbers, and there are as many in each.
//
// Data that pass between groups are written as many barriers before they are read as there are groups,
// and read as many before they are overwritten, in f; a Pipeline that is Apart does so for two groups.
// Reductions over waves and
// Relayout, whose barriers do not leave this room, cannot be in f.
func (k *Kernel) Stagger(groups int, f func()) {
	k.mayMeet()
	if groups < 2 || groups > k.waves || groups&(groups-1) != 0 {
		k.fail("%d groups of a workgroup of %d waves; accepted: a power of two from 2 to the number of waves", groups, k.waves)
	}
	if k.groups {
		k.fail("Stagger in Stagger or in Roles")
	}
	of := int64(k.waves / groups) // waves in a group
	for g := 1; g < groups; g++ {
		k.If(I(of*int64(g)-1).Less(k.Wave()), k.bareBarrier)
	}
	k.groups, k.staggered = true, groups
	f()
	k.groups, k.staggered = false, 0
	for g := 1; g < groups; g++ {
		k.If(k.Wave().Less(I(of*int64(g))), k.bareBarrier)
	}
}

// Roles gives groups of waves code of their own: the first waves of the workgroup run the first
// function, and so on, with as many waves for each. In a role, the workgroup is these waves: Wave
// counts from 0, and layouts made there distribute tiles over them; those made outside cannot be
// used to place tiles. The functions may have barriers, at which all roles meet: each has to come to
// as many, which the simulator checks. A barrier precedes all. Reductions over waves and Relayout
// cannot be in roles.
func (k *Kernel) Roles(roles ...func()) {
	k.mayMeet()
	groups := len(roles)
	if groups < 2 || groups > k.waves || groups&(groups-1) != 0 {
		k.fail("%d roles for %d waves; accepted: a power of two from 2 to the number of waves", groups, k.waves)
	}
	if k.groups {
		k.fail("Roles in Stagger or in Roles")
	}
	k.bareBarrier() // groups may meet at different places
	k.groups = true
	of := k.waves / groups
	for g, role := range roles {
		from, to := I(int64(of*g)-1).Less(k.Wave()), k.Wave().Less(I(int64(of*(g+1))))
		switch g {
		case 0:
			from = always
		case groups - 1:
			to = always
		}
		k.when(from.And(to), func() { k.among(of, role) })
	}
	k.groups = false
}

// among runs f as if a number of adjacent waves were the workgroup.
func (k *Kernel) among(waves int, f func()) {
	thread, all, fixed := k.thread, k.waves, k.fixed
	lanes := int64(waves * k.Chip.WaveSize)
	k.atStart(func() { k.thread = thread.Mod(lanes) })
	k.waves, k.fixed = waves, map[string]Index{}
	for key, x := range fixed {
		if x.varies == uniform {
			k.fixed[key] = x
		}
	}
	f()
	for key, x := range k.fixed {
		if x.varies == uniform {
			fixed[key] = x
		}
	}
	k.thread, k.waves, k.fixed = thread, all, fixed
}
