//go:build llvm

package vet_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
	"heddle/vet"
)

// TestCallMutations: of the waits and wait states that are taken out of functions that several places call, or of their
// callers, those that a sanitizer misses in a run are found.
func TestCallMutations(t *testing.T) {
	source := filepath.Join("testdata", "calls.cl")
	all, matter, found, doubts, more := 0, 0, 0, 0, 0
	for l, lang := range languages[:2] {
		for c, chip := range arch.Chips {
			for level := range 4 {
				if !long.Some(l+c+level, 4) {
					continue
				}
				object := filepath.Join(t.TempDir(), "calls.o")
				if err := compile(lang.compile(chip, level, source, object)); err != nil {
					t.Fatal(err)
				}
				raw, err := os.ReadFile(object)
				if err != nil {
					t.Fatal(err)
				}
				o, err := hsaco.Open(raw, chip.Name)
				if err != nil {
					t.Fatal(err)
				}
				list := waitsAndNops(o)
				rand.New(rand.NewPCG(1, 0)).Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
				saidOf, lackingIn := said(t, raw), lacking(t, chip, raw)
				for _, m := range list[:min(len(list), long.Count(20, len(list)))] {
					all++
					code := m.Apply(raw, o)
					matters := false
					for pair := range lacking(t, chip, code) {
						matters = matters || !lackingIn[pair]
					}
					best := vet.RankNote
					for finding, rank := range said(t, code) {
						if _, is := saidOf[finding]; !is {
							best = min(best, rank)
						}
					}
					switch {
					case !matters && best < vet.RankNote:
						more++
					case !matters:
					case best < vet.RankCantTell:
						matter, found = matter+1, found+1
					case best == vet.RankCantTell:
						matter, doubts = matter+1, doubts+1
					default:
						matter++
						t.Errorf("%s, %s, -O%d: not found: %s", lang.name, chip.Name, level, m.What)
					}
				}
			}
		}
	}
	t.Logf("%d mutations, %d matter in a run, %d of them are errors or \"timing\", %d \"can't tell\"; %d others are found", all, matter, found, doubts, more)
	if matter == 0 {
		t.Error("nothing was tried")
	}
}

// waitsAndNops lists the mutations of all s_waitcnt and s_nop.
func waitsAndNops(o *hsaco.Object) (list []simtest.Mutation) {
	for l := range asm.Disassemble(o) {
		if l.Kind != asm.LineInst {
			continue
		}
		switch site := (simtest.Site{Addr: l.Addr, Inst: l.Inst}); l.Inst.Row.Op {
		case isa.S_WAITCNT:
			list = append(list, simtest.Waitcnts(site)...)
		case isa.S_NOP:
			list = append(list, simtest.Nops(site, o)...)
		}
	}
	return list
}

// said is what vet says about waits and wait states.
func said(t *testing.T, raw []byte) map[string]vet.Rank {
	list := map[string]vet.Rank{}
	for _, k := range check(t, raw).Kernels {
		for _, f := range k.Findings {
			if f.Rule != "waits" && f.Rule != "wait-states" {
				continue
			}
			other := uint64(0)
			if f.Other != nil {
				other = f.Other.Addr
			}
			list[fmt.Sprint(k.Name, f.Rule, f.Rank, f.Addr, other, f.Required, f.Found, f.Also)] = f.Rank
		}
	}
	return list
}

// lacking are the pairs of instructions between which sanitizers miss waits or wait states, in a run of all kernels.
func lacking(t *testing.T, chip *arch.Chip, raw []byte) map[[2]uint64]bool {
	t.Helper()
	pairs := map[[2]uint64]bool{}
	l, err := simtest.Load(chip, raw)
	if err != nil {
		t.Fatal(err)
	}
	in := make([]uint32, 512)
	r := rand.New(rand.NewPCG(2, 0))
	for i := range in {
		in[i] = uint32(r.IntN(200))
	}
	from, err := sim.Put(l.Device, in)
	if err != nil {
		t.Fatal(err)
	}
	to, err := l.Device.Alloc(4 * 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"places", "nested", "shared", "loops", "matrix"} {
		kernel, err := l.Module.Kernel(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sanitize.New(sanitize.Options{Checks: []string{"waits", "hazards"}, Object: l.Object})
		if err != nil {
			t.Fatal(err)
		}
		launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(to), sim.Pointer(from), sim.Value(uint32(5)), sim.Value(uint32(3))}, Options: sim.Options{MaxInstructions: 1 << 20, Workers: 1}}
		s.Begin(&launch)
		_, err = l.Device.Run(launch)
		s.Failed(err)
		for _, f := range s.Findings() {
			if f.Other != nil {
				pairs[[2]uint64{f.Other.Addr, f.Addr}] = true
			}
		}
	}
	return pairs
}
