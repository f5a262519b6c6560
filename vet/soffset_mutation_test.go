package vet_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/build"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
	"heddle/verify/corpus"
	"heddle/vet"
)

// subject is a kernel that can be mutated and run.
type subject struct {
	name     string
	raw      []byte
	launches []vet.Launch
	// run gives what is in memory then, and what the sanitizers find.
	run func(object []byte) ([][]byte, []sanitize.Finding, error)
}

// strayChecks find accesses outside of memory, and those that the range check of a resource drops.
var strayChecks = []string{"bounds", "bounds-buffer"}

// subjects are our kernels: those of the corpus, and matrix multiplications with edges.
func subjects(t *testing.T) (list []subject) {
	t.Helper()
	cases, err := corpus.Read("../verify/testdata/kernels")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		for n, chip := range c.Chips {
			if !long.Some(i+n, 16) {
				continue
			}
			m, err := c.Module(chip)
			if err != nil {
				t.Fatal(err)
			}
			r, err := build.MLIR(m, build.Options{Chip: chip})
			if err != nil {
				t.Fatal(err)
			}
			l := vet.Launch{Grid: c.Grid, Block: c.Block, LDS: 0}
			for i, a := range c.Args {
				l.Args = append(l.Args, vet.Argument{Offset: -1, Index: i, Memory: true, Bytes: int64(a.Bytes) * int64(a.Count)})
			}
			list = append(list, subject{chip.Name + " " + c.Name, r.Object, []vet.Launch{l}, func(object []byte) ([][]byte, []sanitize.Finding, error) {
				r, found, err := c.Check(object, chip, sim.Options{MaxInstructions: 1 << 24}, strayChecks...)
				return r.Memory, found, err
			}})
		}
	}
	for _, chip := range arch.Chips {
		for i, p := range []*gemm.Problem{problem(t, chip, 200, 136, 96, "bf16", "f32"), problem(t, chip, 129, 65, 160, "fp8", "bf16"), problem(t, chip, 64, 300, 72, "f16", "f16"), problem(t, chip, 96, 96, 64, "i8", "i32")} {
			if i > 0 && !long.On() {
				continue
			}
			var without []string
			if i%2 == 0 {
				without = []string{"addresses"}
			}
			g, launches := compileGEMM(t, p, without...)
			list = append(list, subject{fmt.Sprintf("%s gemm %dx%dx%d", chip.Name, p.M, p.N, p.K), g.Built.Object, launches, func(object []byte) ([][]byte, []sanitize.Finding, error) {
				other := *g
				other.Object = objectOf(t, object)
				s, err := sanitize.New(sanitize.Options{Checks: strayChecks, Object: other.Object})
				if err != nil {
					return nil, nil, err
				}
				run, err := other.Simulate(p.Random(1).Inputs(), verify.GEMMOptions{Sanitizer: s, Sim: sim.Options{MaxInstructions: 1 << 24}})
				if err != nil {
					return nil, s.Findings(), err
				}
				d, _ := p.Tensor("d")
				result := make([]byte, d.Bytes())
				run.D(0, result)
				return [][]byte{result}, run.Findings, nil
			}})
		}
	}
	return list
}

// TestSoffsetMutations: buffer accesses of our kernels get the soffset of another access, which gets theirs,
// a neighbouring register, or a constant. An access that leaves its memory in a run is an error, or "can't
// tell". One that the range check of its resource stops is not called inside. Those that go to other bytes of
// the same memory are right for all that vet knows: they are counted.
func TestSoffsetMutations(t *testing.T) {
	var n struct{ kernels, tried, same, elsewhere, outside, errors, doubts, dropped, proven int }
	for _, s := range subjects(t) {
		list := soffsetMutants(t, s.raw)
		if len(list) == 0 {
			continue
		}
		want, before, err := s.run(s.raw)
		if err != nil {
			t.Fatal(err)
		}
		n.kernels++
		for _, m := range list[:min(len(list), long.Count(40, 200))] {
			n.tried++
			got, found, err := s.run(m.raw)
			outside, dropped := straysOf(found), droppedOf(found)
			for a := range droppedOf(before) {
				delete(dropped, a)
			}
			verdicts := verdictsOf(t, m.raw, s.launches)
			for a := range dropped {
				if n.dropped++; verdicts[a] == vet.VerdictInside {
					n.proven++
					t.Errorf("%s: %s: %#x is called inside, and its resource stops it", s.name, m.what, a)
				}
			}
			for a := range outside {
				switch n.outside++; verdicts[a] {
				case vet.VerdictWrong:
					n.errors++
				case vet.VerdictCantTell, vet.VerdictOpen:
					n.doubts++
				default:
					t.Errorf("%s: %s: %#x leaves its memory, and is called %s", s.name, m.what, a, verdicts[a])
				}
			}
			switch {
			case len(outside)+len(dropped) > 0:
			case err == nil && slices.EqualFunc(got, want, bytes.Equal):
				n.same++
			default:
				n.elsewhere++
			}
			if wrong := slices.Index(slices.Collect(maps.Values(verdicts)), vet.VerdictWrong); wrong >= 0 && len(outside)+len(dropped) == 0 && err == nil {
				t.Errorf("%s: %s: an error, and all accesses of the run are inside", s.name, m.what)
			}
		}
	}
	t.Logf("%d mutations of %d kernels: %d accesses leave their memory, of which %d are errors and %d \"can't tell\"; %d are stopped by their resource; %d mutations go elsewhere inside, %d change nothing", n.tried, n.kernels, n.outside, n.errors, n.doubts, n.dropped, n.elsewhere, n.same)
	if n.outside+n.dropped == 0 {
		t.Error("nothing was tried")
	}
}

// straysOf are the accesses that leave memory.
func straysOf(found []sanitize.Finding) map[uint64]bool { return placesOf(found, "bounds") }

// droppedOf are those that the range check of a resource stops.
func droppedOf(found []sanitize.Finding) map[uint64]bool { return placesOf(found, "bounds-buffer") }

func placesOf(found []sanitize.Finding, check string) map[uint64]bool {
	list := map[uint64]bool{}
	for _, f := range found {
		if f.Check == check {
			list[f.Addr] = true
		}
	}
	return list
}

// verdictsOf is what vet says of each access.
func verdictsOf(t *testing.T, raw []byte, launches []vet.Launch) map[uint64]vet.Verdict {
	t.Helper()
	list := map[uint64]vet.Verdict{}
	for _, k := range checkWith(t, raw, launches...).Kernels {
		for _, a := range k.Addresses.List {
			list[a.Addr] = a.Verdict
		}
	}
	return list
}

// soffsetMutant is a code object with other soffsets.
type soffsetMutant struct {
	raw  []byte
	what string
}

// soffsetMutants are those of an object, at most one swap and one constant for each access.
func soffsetMutants(t *testing.T, raw []byte) (list []soffsetMutant) {
	t.Helper()
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	type access struct {
		addr uint64
		inst isa.Inst
	}
	var all []access
	for l := range asm.Disassemble(o) {
		if l.Kind == asm.LineInst && l.Inst.Row.Memory != nil && l.Inst.Row.Memory.SOffset >= 0 && l.Inst.Row.Memory.Resource >= 0 {
			all = append(all, access{l.Addr, l.Inst})
		}
	}
	soffset := func(a access) *isa.Operand { return &a.inst.Args[a.inst.Row.Memory.SOffset] }
	put := func(b []byte, a access, to isa.Operand) {
		a.inst.Args[a.inst.Row.Memory.SOffset] = to
		var code [isa.MaxSize]byte
		n := a.inst.Encode(&code)
		for _, s := range o.Sections {
			if s.Addr != 0 && a.addr >= s.Addr && a.addr-s.Addr < uint64(len(s.Data)) {
				copy(b[s.Offset+a.addr-s.Addr:], code[:n])
			}
		}
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			if *soffset(a) != *soffset(b) {
				x := slices.Clone(raw)
				put(x, a, *soffset(b))
				put(x, b, *soffset(a))
				list = append(list, soffsetMutant{x, fmt.Sprintf("soffsets of %#x %s and %#x %s swapped", a.addr, &a.inst, b.addr, &b.inst)})
				break
			}
		}
		other := isa.Operand{Kind: isa.KindInline, Val: 128} // 0
		switch o := soffset(a); {
		case *o == other:
			other.Val += 64
		case o.Kind == isa.KindReg && i%2 == 0:
			other = *o
			other.Val++
		}
		x := slices.Clone(raw)
		put(x, a, other)
		list = append(list, soffsetMutant{x, fmt.Sprintf("%#x %s with soffset %v", a.addr, &a.inst, other)})
	}
	return list
}

func objectOf(t *testing.T, raw []byte) *hsaco.Object {
	t.Helper()
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}
