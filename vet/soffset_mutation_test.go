package vet_test

import (
	"bytes"
	"cmp"
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
	"heddle/sim/simtest"
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

// strayChecks find accesses outside of memory, those that the range check of a resource drops, what several
// workgroups do to the same bytes, and offsets from registers that nothing has written.
var strayChecks = []string{"bounds", "bounds-buffer", "races", "undefined"}

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
// a neighbouring register, or a constant. What a sanitizer finds of that, vet reports, by the mutated instructions or
// those that the sanitizer names. An access that leaves its memory in a run is an error, or "can't tell". One that the
// range check of its resource stops is not called inside. Those that go to other bytes of the same memory are right for
// all that anybody knows: they are counted.
func TestSoffsetMutations(t *testing.T) {
	var n struct{ kernels, tried, same, elsewhere int }
	by := map[string]*tally{}
	for _, s := range subjects(t) {
		list := soffsetMutants(t, s.raw)
		if len(list) == 0 {
			continue
		}
		want, clean, err := s.run(s.raw)
		if err != nil {
			t.Fatal(err)
		}
		n.kernels++
		before := placedFindings(t, s.raw, s.launches)
		for _, m := range list[:min(len(list), long.Count(16, 200))] {
			n.tried++
			got, all, err := s.run(m.raw)
			found := newFindings(all, clean)
			verdicts := verdictsOf(t, m.raw, s.launches)
			for _, f := range found {
				switch v := verdicts[f.Addr]; {
				case f.Check == "bounds-buffer" && v == vet.VerdictInside:
					t.Errorf("%s: %s: %#x is called inside, and its resource stops it", s.name, m.what, f.Addr)
				case f.Check == "bounds" && v != vet.VerdictWrong && v != vet.VerdictCantTell && v != vet.VerdictOpen:
					t.Errorf("%s: %s: %#x leaves its memory, and is called %s", s.name, m.what, f.Addr, v)
				}
			}
			if wrong := slices.Index(slices.Collect(maps.Values(verdicts)), vet.VerdictWrong); wrong >= 0 && len(found) == 0 && err == nil {
				t.Errorf("%s: %s: an error, and no sanitizer finds it", s.name, m.what)
			}
			if len(found) > 0 {
				first := slices.MinFunc(found, func(a, b sanitize.Finding) int {
					return cmp.Compare(slices.Index(strayChecks, a.Check), slices.Index(strayChecks, b.Check))
				}).Check
				if by[first] == nil {
					by[first] = &tally{}
				}
				by[first].count(t, s.name, s.name+": "+m.what+": "+first, newFindingsOf(t, m, s.launches, before, found))
			} else if err == nil && slices.EqualFunc(got, want, bytes.Equal) {
				n.same++
			} else {
				n.elsewhere++
			}
		}
	}
	var sum tally
	for _, check := range slices.Sorted(maps.Keys(by)) {
		c := by[check]
		c.report(t, n.tried, "are found by "+check, 0, 0)
		sum = tally{sum.matter + c.matter, sum.errors + c.errors, sum.doubts + c.doubts, sum.standing + c.standing, sum.elsewhere + c.elsewhere, nil}
	}
	t.Logf("%d mutations of %d kernels: %d go elsewhere inside and no sanitizer finds it, %d change nothing", n.tried, n.kernels, n.elsewhere, n.same)
	sum.report(t, n.tried, "are found by a sanitizer", 99, 0)
}

// newFindings are those that were not there before.
func newFindings(found, before []sanitize.Finding) (list []sanitize.Finding) {
	for _, f := range found {
		if !slices.ContainsFunc(before, func(b sanitize.Finding) bool { return b.Check == f.Check && b.Addr == f.Addr }) {
			list = append(list, f)
		}
	}
	return list
}

// placedFindings are those of vet, by rank, rule and the two instructions.
func placedFindings(t *testing.T, raw []byte, launches []vet.Launch) map[string]vet.Finding {
	t.Helper()
	list := map[string]vet.Finding{}
	for _, k := range checkWith(t, raw, launches...).Kernels {
		for _, f := range k.Findings {
			key := fmt.Sprintf("%s %s %#x", f.Rank, f.Rule, f.Addr)
			if f.Other != nil {
				key += fmt.Sprintf(" %#x", f.Other.Addr)
			}
			list[key] = f
		}
	}
	return list
}

// newFindingsOf is what vet says of a mutation that the sanitizers find.
func newFindingsOf(t *testing.T, m soffsetMutant, launches []vet.Launch, before map[string]vet.Finding, found []sanitize.Finding) (a answer) {
	places := slices.Clone(m.places)
	for _, f := range found {
		if places = append(places, f.Addr); f.Other != nil {
			places = append(places, f.Other.Addr)
		}
	}
	for key, f := range placedFindings(t, m.raw, launches) {
		old, was := before[key]
		switch here := slices.Contains(places, f.Addr) || f.Other != nil && slices.Contains(places, f.Other.Addr); {
		case was && f.Also <= old.Also:
			a.standing = a.standing || here && slices.Contains(m.places, f.Addr) && f.Rank == vet.RankCantTell
		case !here:
			a.elsewhere++
		case f.Rank <= vet.RankTiming:
			a.errors++
		default:
			a.doubts++
		}
	}
	return a
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

// TestSoffsetMutationsClang: buffer accesses of clang's kernels get other soffsets: the constants 0 and 64, s0 and s4. What
// a sanitizer finds of that vet, told the memory of the launch, reports, also at -O0, where addresses pass through scratch.
func TestSoffsetMutationsClang(t *testing.T) {
	var c tally
	tried, silent := 0, 0
	buffer := func(row *isa.Row) bool {
		return row.Memory != nil && row.Memory.SOffset >= 0 && row.Memory.Resource >= 0
	}
	for _, m := range mutantsOfAll(t, buffer, 6, 1000, otherSoffsets) {
		tried++
		found := newFindings(m.findings(t, strayChecks...), m.unchanged().findings(t, strayChecks...))
		if len(found) == 0 {
			silent++
			continue
		}
		launches := m.learn(t, true)
		before := placedFindings(t, m.raw, launches)
		x := soffsetMutant{m.Apply(m.raw, m.object), m.What, []uint64{m.Addr}}
		c.count(t, m.name+" "+m.rows[0].Name(), fmt.Sprintf("%s (%s): %s %s", &m, m.rows[0].Name(), found[0].Check, found[0].Message), newFindingsOf(t, x, launches, before, found))
	}
	if tried > 0 {
		t.Logf("of %d the sanitizers find nothing", silent)
		c.report(t, tried, "are found by a sanitizer", long.Count(0, 99), 0)
	}
}

// otherSoffsets replaces the soffset of a buffer access.
func otherSoffsets(s simtest.Site, _ *hsaco.Object) (list []simtest.Mutation) {
	at := s.Inst.Row.Memory.SOffset
	for _, o := range []isa.Operand{{Kind: isa.KindInline, Val: 128}, {Kind: isa.KindInline, Val: 192}, {Kind: isa.KindReg, Dwords: 1, Val: 0}, {Kind: isa.KindReg, Dwords: 1, Val: 4}} {
		inst := s.Inst
		if inst.Args[at] == o {
			continue
		}
		inst.Args[at] = o
		var code [isa.MaxSize]byte
		n := inst.Encode(&code)
		list = append(list, simtest.Mutation{Addr: s.Addr, What: fmt.Sprintf("%s at %#x with soffset %v", &s.Inst, s.Addr, o), Code: slices.Clone(code[:n])})
	}
	return list
}

// soffsetMutant is a code object with other soffsets.
type soffsetMutant struct {
	raw    []byte
	what   string
	places []uint64
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
				list = append(list, soffsetMutant{x, fmt.Sprintf("soffsets of %#x %s and %#x %s swapped", a.addr, &a.inst, b.addr, &b.inst), []uint64{a.addr, b.addr}})
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
		list = append(list, soffsetMutant{x, fmt.Sprintf("%#x %s with soffset %v", a.addr, &a.inst, other), []uint64{a.addr}})
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
