package silicon

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/cache"
	"heddle/timing/record"
)

// kernel is a kernel on a simulated card.
type kernel struct {
	object  *hsaco.Object
	code    *hsaco.Kernel
	device  *sim.Device
	kernel  *sim.Kernel
	program *timing.Program
}

// load assembles a file of testdata for a chip and returns its kernel called name.
func load(t testing.TB, chip *arch.Chip, file, name string) *kernel {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	must(t, err)
	return assemble(t, chip, string(text), name)
}

// assemble returns the kernel called name of an assembly text.
func assemble(t testing.TB, chip *arch.Chip, text, name string) *kernel {
	t.Helper()
	unit, err := asm.Assemble([]byte(text), asm.Options{Chip: chip, File: name + ".s"})
	must(t, err)
	code, err := hsaco.Link(unit.Module)
	must(t, err)
	object, err := hsaco.Open(code, "")
	must(t, err)
	return open(t, object, name)
}

// open returns the kernel called name of a code object.
func open(t testing.TB, object *hsaco.Object, name string) *kernel {
	t.Helper()
	k := &kernel{object: object, device: sim.NewDevice(object.Chip)}
	for _, c := range object.Kernels {
		if c.Name == name {
			k.code = c
		}
	}
	if k.code == nil {
		t.Fatalf("no kernel is called %s", name)
	}
	module, err := k.device.Load(object)
	must(t, err)
	k.kernel, err = module.Kernel(name)
	must(t, err)
	k.program, err = record.Program(object, k.code)
	must(t, err)
	return k
}

// part is what of a card is timed: compute units of one XCD, with the workgroups that they execute.
// Nothing is estimated.
type part struct {
	groups, block int    // of the grid
	lds           uint32 // dynamic LDS of a workgroup, in bytes
	ids           []int  // the workgroups that are timed; nil is all
	args          []sim.Arg
	start         record.Start // of a dispatch
	cus           int          // 0 is 1
	// memory is what the caches are to serve besides: see cache.Config. CUs and Model are filled in.
	memory cache.Config
	// warm prepares the memory.
	warm func(*cache.System)
	// observe sees each issue.
	observe func(*timing.Issue)
}

// time simulates a part of a grid and times it.
func (k *kernel) time(t testing.TB, p part) *timing.Result {
	t.Helper()
	groups := k.streams(t, p)
	p.memory.CUs = max(p.cus, 1)
	p.memory.Model = &k.program.Chip.Model.Memory
	memory, err := cache.New(p.memory)
	must(t, err)
	if p.warm != nil {
		p.warm(memory)
	}
	occupancy, err := record.OccupancyOf(k.program.Chip, &k.code.Descriptor, p.block, p.lds)
	must(t, err)
	launch := &k.program.Chip.Model.Launch
	result, err := timing.Run(&timing.Launch{
		Program: k.program, CUs: p.memory.CUs, PerCU: occupancy.Workgroups, Memory: memory, Observe: p.observe,
		GroupInterval: timing.Cycle(launch.Group.Value), WaveInterval: timing.Cycle(launch.Wave.Value),
		Next: func(int) (*timing.Group, error) {
			if len(groups) == 0 {
				return nil, nil
			}
			g := groups[0]
			groups = groups[1:]
			return g, nil
		},
	})
	must(t, err)
	result.Traffic = memory.Traffic()
	return result
}

// streams simulates a part of a grid.
func (k *kernel) streams(t testing.TB, p part) (groups []*timing.Group) {
	t.Helper()
	recorder := record.NewRecorder(k.program)
	_, err := k.device.Run(sim.Launch{
		Kernel: k.kernel, Grid: [3]uint32{uint32(p.groups), 1, 1}, Block: [3]uint32{uint32(p.block), 1, 1},
		LDS: p.lds, Args: p.args, Workgroups: p.ids, Options: sim.Options{Observers: []sim.Observer{recorder}},
	})
	must(t, err)
	ids := p.ids
	if ids == nil {
		for i := range p.groups {
			ids = append(ids, i)
		}
	}
	for _, id := range ids {
		s, err := recorder.Take(id)
		must(t, err)
		groups = append(groups, &timing.Group{Workgroup: id, Streams: s})
	}
	return groups
}

// loop returns the only loop of the result.
func loop(t testing.TB, r *timing.Result) *timing.Loop {
	t.Helper()
	if len(r.Loops) != 1 {
		t.Fatalf("%d loops", len(r.Loops))
	}
	return &r.Loops[0]
}

// table reads a CSV file of testdata: a map by column for each row.
func table(t testing.TB, file string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file))
	must(t, err)
	defer f.Close()
	cells, err := csv.NewReader(f).ReadAll()
	must(t, err)
	for _, c := range cells[1:] {
		row := map[string]string{}
		for i, name := range cells[0] {
			row[name] = c[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// within reports model beside measured, and fails if they differ by more than limit, a share.
func within(t testing.TB, name string, model, measured, limit float64) {
	t.Helper()
	off := model/measured - 1
	text := fmt.Sprintf("%-46s model %10.4g measured %10.4g %+6.1f %%", name, model, measured, 100*off)
	if off < -limit || off > limit {
		t.Error(text)
		return
	}
	t.Log(text)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(strings.TrimSpace(err.Error()))
	}
}

// dispatch times a whole grid on a product as timing/record estimates it. Its cycles are those of
// the waves; a launch takes more.
func (k *kernel) dispatch(t testing.TB, product string, mhz float64, p part) *record.Timing {
	t.Helper()
	card, err := arch.ProductNamed(product)
	must(t, err)
	r, err := record.Time(k.device, sim.Launch{
		Kernel: k.kernel, Grid: [3]uint32{uint32(p.groups), 1, 1}, Block: [3]uint32{uint32(p.block), 1, 1}, LDS: p.lds, Args: p.args,
	}, k.object, record.Options{Product: card, MHz: mhz, Start: p.start})
	must(t, err)
	return r
}
