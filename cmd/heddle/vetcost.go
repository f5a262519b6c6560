package main

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"heddle/vet"
)

// What is too strong, with what it costs: vet finds it, and the timing model says how long waves wait there.

// checkCost refuses what --cost cannot do.
func (f *vetFlags) checkCost(args []string) error {
	switch {
	case !f.cost:
		return nil
	case f.fix:
		return usagef("--cost cannot be combined with --fix: it changes nothing")
	case len(args) != 1 || args[0] == "-":
		return usagef("--cost needs one FILE, which it times")
	case !isFile(cmp.Or(f.launch.file, args[0]+".launch.json")):
		return usagef("--cost needs the launch that is to be timed: give --launch FILE, or write %s.launch.json", args[0])
	}
	return nil
}

// addCosts times the dispatches of a file, and notes what each instruction that is too strong costs. The most
// expensive ones come first.
func (f *vetFlags) addCosts(s *streams, file string, objects []vetted) error {
	var tf timeFile
	cmd := &cobra.Command{Use: "time"}
	cmd.Flags().AddFlagSet(tf.run.launchFlags())
	addTimeSimulation(cmd, &tf.run)
	tf.add(cmd)
	tf.run.target, tf.run.launch = f.target, cmp.Or(f.launch.file, file+".launch.json")
	t := timer{timeFlags: &tf.timeFlags, streams: s}
	if err := tf.load(&t, cmd, file); err != nil {
		return tf.failed(s, err)
	}
	for i := range objects {
		for k := range objects[i].Kernels {
			kernel := &objects[i].Kernels[k]
			for d := range t.timed {
				if t.timed[d].report.Kernel == kernel.Name {
					addCost(kernel.Findings, t.timed[d].costs())
				}
			}
			slices.SortStableFunc(kernel.Findings, func(a, b vet.Finding) int { return cmp.Compare(b.Cost.PerWave(), a.Cost.PerWave()) })
			slices.SortStableFunc(kernel.Findings, func(a, b vet.Finding) int { return cmp.Compare(a.Rank, b.Rank) })
		}
	}
	return nil
}

// costs are the cycles that waves wait at each instruction, by its address.
func (d *timedDispatch) costs() map[uint64]vet.Cost {
	r := d.report.Result
	whole := int64(0)
	for _, w := range r.Waves {
		whole += int64(w.End - w.Begin)
	}
	list := map[uint64]vet.Cost{}
	for i := range r.Sites {
		c := vet.Cost{Waves: len(r.Waves), WaveCycles: whole}
		for _, n := range r.Sites[i].Stalls {
			c.Cycles += n
		}
		list[r.Program.Insts[i].Addr] = c
	}
	return list
}

// addCost notes costs; of several dispatches the largest.
func addCost(list []vet.Finding, costs map[uint64]vet.Cost) {
	for i := range list {
		x := &list[i]
		if c, ok := costs[x.Addr]; ok && x.Rule == vet.RuleTooStrong && c.PerWave() >= x.Cost.PerWave() {
			x.Cost = &c
		}
	}
}
