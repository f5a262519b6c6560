package vet_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
	"heddle/vet"
)

// arguments notes the dwords that a kernel loads from its arguments.
type arguments struct {
	kernel *hsaco.Kernel
	begun  bool
	at     uint64         // where they are, once a wave has begun
	loads  map[uint64]int // by place: the offset of what is loaded
	found  map[int]uint32 // by offset
}

func (a *arguments) WaveStarted(_, _ int) {}
func (a *arguments) WaveEnded(_, _ int)   {}
func (a *arguments) Executed(*sim.Event)  {}

func (a *arguments) Executing(e *sim.Event) {
	for _, run := range a.kernel.Descriptor.UserSGPRs() {
		if r := isa.SGPR(run.First); run.Name == "kernarg_segment_ptr" && a.at == 0 {
			a.at = uint64(e.Registers.Scalar(r)) | uint64(e.Registers.Scalar(r+1))<<32
		}
		if d := &a.kernel.Descriptor; run.Name == "kernarg_preload" && !a.begun {
			for i := range run.Count {
				a.found[4*(int(d.PreloadOffset)+i)] = e.Registers.Scalar(isa.SGPR(run.First + i))
			}
		}
	}
	a.begun = true
	if e.Inst.Row.Unit != isa.UnitSMEM || e.Inst.Row.Traits&isa.MayLoad == 0 {
		return
	}
	offset, base := 0, uint64(0)
	for k := range e.Inst.Row.Operands {
		switch o := &e.Inst.Args[k]; {
		case e.Inst.Row.Operands[k].Name == "sbase" && o.Dwords == 2:
			base = uint64(e.Registers.Scalar(o.Reg())) | uint64(e.Registers.Scalar(o.Reg()+1))<<32
		case e.Inst.Row.Operands[k].Class == isa.ClassSMOFF:
			offset = int(o.Imm())
		}
	}
	if base != 0 && base == a.at {
		a.loads[e.CodeAddr] = offset
	}
}

func (a *arguments) Landed(e *sim.Event) {
	offset, ok := a.loads[e.CodeAddr]
	if !ok {
		return
	}
	for i := range max(int(e.Inst.Args[0].Dwords), 1) {
		a.found[offset+4*i] = e.Registers.Scalar(e.Inst.Args[0].Reg() + isa.Reg(i))
	}
}

// launches are those of the rows that execute the mutated instruction, with the numbers that the kernel loads.
func (m *mutant) launches(t *testing.T) (list []vet.Launch) { return m.learn(t, false) }

// learn is launches, if that is wanted with the memory that pointers among the arguments lead to.
func (m *mutant) learn(t *testing.T, memory bool) (list []vet.Launch) {
	t.Helper()
	l, err := simtest.Load(m.chip, m.raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range m.rows[:min(len(m.rows), 2)] {
		var x vet.Launch
		var buffers []sim.Buffer
		args := &arguments{loads: map[uint64]int{}, found: map[int]uint32{}}
		if _, err := l.Run(row, sim.Options{Workers: 1}, func(launch *sim.Launch) {
			x = vet.Launch{Kernel: launch.Kernel.Name(), Block: launch.Block, Grid: launch.Groups(), Global: launch.Global, LDS: int64(launch.LDS)}
			args.kernel = l.Object.Kernels[slices.IndexFunc(l.Object.Kernels, func(k *hsaco.Kernel) bool { return k.Name == x.Kernel })]
			launch.Observers = append(launch.Observers, args)
			buffers = l.Device.Buffers()
		}); err != nil {
			t.Fatal(err)
		}
		for _, at := range slices.Sorted(maps.Keys(args.found)) {
			n := int64(args.found[at])
			addr := uint64(n) | uint64(args.found[at+4])<<32
			if i := slices.IndexFunc(buffers, func(b sim.Buffer) bool { return b.Addr == addr }); memory && i >= 0 {
				x.Args = append(x.Args, vet.Argument{Offset: at, Memory: true, Bytes: int64(buffers[i].Size)})
				delete(args.found, at+4)
				continue
			}
			if _, ok := args.found[at]; !ok {
				continue // the high half of an address
			}
			x.Args = append(x.Args, vet.Argument{Offset: at, Dword: true, Least: n, Most: n})
		}
		list = append(list, x)
	}
	return list
}

// orderings are the findings about several waves, by rank, rule and the two instructions.
func (m *mutant) orderings(t *testing.T, raw []byte, launches []vet.Launch) map[string]vet.Finding {
	t.Helper()
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	leaveOnly(o, launches)
	r, err := vet.ObjectWith(o, vet.Options{Launches: launches})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]vet.Finding{}
	for _, k := range r.Kernels {
		for _, f := range k.Findings {
			if !slices.Contains([]string{"lds-race", "barrier", "waits", "lds-dma", "lds-unwritten", "lds-unused", "address"}, f.Rule) {
				continue
			}
			key := fmt.Sprintf("%s %s %#x", f.Rank, f.Rule, f.Addr)
			if f.Other != nil {
				key += fmt.Sprintf(" %#x", f.Other.Addr)
			}
			found[key] = f
		}
	}
	return found
}

// leaveOnly takes the kernels that are not launched out of an object, so that they are not checked again for each mutation.
func leaveOnly(o *hsaco.Object, launches []vet.Launch) {
	not := map[string]bool{}
	o.Kernels = slices.DeleteFunc(o.Kernels, func(k *hsaco.Kernel) bool {
		not[k.Name] = !slices.ContainsFunc(launches, func(l vet.Launch) bool { return l.Kernel == k.Name })
		return not[k.Name]
	})
	o.Symbols = slices.DeleteFunc(o.Symbols, func(s *hsaco.Symbol) bool { return not[s.Name] })
}

// answer is what vet says about a mutation.
type answer struct {
	errors, doubts int  // that the mutation brings about: errors and "timing", and others
	standing       bool // vet could not tell before of the mutated place, or of a pair that matters
	elsewhere      int  // of errors and doubts: they are about neither
}

// tell asks vet about the mutation. Pairs are those that the sanitizers find, nil if only vet can tell.
func (m *mutant) tell(t *testing.T, pairs map[[2]uint64]bool) (a answer) {
	launches := m.launches(t)
	before := m.orderings(t, m.raw, launches)
	for key, f := range before {
		if f.Rank == vet.RankError {
			t.Errorf("%s: an error without the mutation: %s: %s", m, key, f.Message)
		}
	}
	for key, f := range m.orderings(t, m.Apply(m.raw, m.object), launches) {
		old, was := before[key]
		switch here := f.Addr == m.Addr || strings.Contains(f.Message, fmt.Sprintf("%#x", m.Addr)) || f.Other != nil && (f.Other.Addr == m.Addr || pairs == nil || names(&f, pairs)); {
		case was && f.Also <= old.Also:
			a.standing = a.standing || here
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

// names reports whether a finding is about one of some pairs. One with others like it names only the
// instruction that they have in common. An instruction that reads what it has left itself is one of both.
func names(f *vet.Finding, pairs map[[2]uint64]bool) bool {
	for p := range pairs {
		if f.Rule == "lds-unwritten" && p[0] == p[1] && f.Addr == p[0] {
			return true
		}
		for i := range p {
			if f.Other.Addr == p[i] && (f.Addr == p[1-i] || f.Also > 0) {
				return true
			}
		}
	}
	return false
}

// judge runs the mutant with sanitizers. It returns the checks that find something, and the pairs of accesses, earlier
// and later one, that they find not to be ordered.
func (m *mutant) judge(t *testing.T, checks ...string) (found []string, pairs map[[2]uint64]bool) {
	pairs = map[[2]uint64]bool{}
	for _, f := range m.findings(t, checks...) {
		if found = append(found, f.Check); f.Other != nil {
			pairs[[2]uint64{f.Other.Addr, f.Addr}] = true
		}
	}
	return found, pairs
}

// findings are those of sanitizers.
func (m *mutant) findings(t *testing.T, checks ...string) (all []sanitize.Finding) {
	l, err := simtest.Load(m.chip, m.Apply(m.raw, m.object))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range m.rows[:min(len(m.rows), 2)] {
		s, err := sanitize.New(sanitize.Options{Checks: checks, Object: l.Object})
		if err != nil {
			t.Fatal(err)
		}
		_, err = l.Run(row, sim.Options{MaxInstructions: 1 << 20}, s.Begin)
		s.Failed(err)
		all = append(all, s.Findings()...)
	}
	return all
}

// tally counts mutations that matter by what vet says, and by object and kernel those that it does not report.
type tally struct {
	matter, errors, doubts, standing, elsewhere int
	missed                                      map[string]int
}

// add asks vet about a mutation that matters.
func (c *tally) add(t *testing.T, m *mutant, pairs map[[2]uint64]bool) {
	c.count(t, m.name+" "+m.rows[0].Name(), fmt.Sprintf("%s (%s)", m, m.rows[0].Name()), m.tell(t, pairs))
}

// count counts a mutation of a kernel that matters.
func (c *tally) count(t *testing.T, kernel, what string, a answer) {
	c.matter++
	if a.errors+a.doubts == 0 {
		if c.missed == nil {
			c.missed = map[string]int{}
		}
		c.missed[kernel]++
	}
	switch {
	case a.errors > 0:
		c.errors++
	case a.doubts > 0:
		c.doubts++
		t.Logf("not told: %s", what)
	case a.standing:
		c.standing++
		t.Logf("not told before either: %s", what)
	default:
		c.elsewhere += min(a.elsewhere, 1)
		t.Logf("not found: %s, %d findings elsewhere", what, a.elsewhere)
	}
}

// report asks that a share of the mutations that matter is reported, in percent, and a share as errors.
func (c *tally) report(t *testing.T, all int, what string, reported, errors int) {
	t.Logf("of %d, %d %s: %d of them are errors or \"timing\", %d are new \"can't tell\" or notes, %d it could not tell before either; of %d the findings are elsewhere", all, c.matter, what, c.errors, c.doubts, c.standing, c.elsewhere)
	most := func(a, b string) int { return cmp.Or(cmp.Compare(c.missed[b], c.missed[a]), cmp.Compare(a, b)) }
	for _, kernel := range slices.SortedFunc(maps.Keys(c.missed), most) {
		t.Logf("%d of %s are missed", c.missed[kernel], kernel)
	}
	if (c.errors+c.doubts)*100 < c.matter*reported || long.On() && c.errors*100 < c.matter*errors {
		t.Errorf("%d and %d of %d are not enough", c.errors, c.doubts, c.matter)
	}
}

// TestBarrierMutations: barriers of the corpus that are removed. A report has one of the pairs that the
// sanitizers find, or the barrier.
func TestBarrierMutations(t *testing.T) {
	list := mutants(t, isa.S_BARRIER, 12, 1000, func(s simtest.Site, _ *hsaco.Object) []simtest.Mutation { return simtest.Barriers(s) })
	var c tally
	for i := range list {
		m := &list[i]
		_, pairs := m.judge(t, "races", "lds-dma", "barriers")
		switch {
		case len(pairs) > 0:
			c.add(t, m, pairs)
		case long.On() && m.changes(t):
			c.add(t, m, nil)
		}
	}
	c.report(t, len(list), "change a result or race", 99, 80)
}

// TestOffsetMutations: offsets of data share instructions that are larger by what one lane accesses. Those count that
// a sanitizer finds, by the first one that does, and, with -long, those that only change a result. A report
// names the instruction, or one of the pairs that the sanitizers find.
func TestOffsetMutations(t *testing.T) {
	judges := []string{"races", "lds-dma", "barriers", "undefined", "bounds"}
	by := map[string]*tally{}
	var found, silent tally
	all := 0
	ops := []isa.Op{isa.DS_READ_B32, isa.DS_WRITE_B32, isa.DS_READ2_B32, isa.DS_WRITE2_B32, isa.DS_READ_B128, isa.DS_WRITE_B64, isa.DS_READ_B64}
	for _, op := range ops[:long.Count(2, len(ops))] {
		list := mutants(t, op, 6, 120, shiftOffset)
		all += len(list)
		for i := range list {
			m := &list[i]
			checks, pairs := m.judge(t, judges...)
			first := slices.IndexFunc(judges, func(c string) bool { return slices.Contains(checks, c) })
			switch {
			case first >= 0:
				if by[judges[first]] == nil {
					by[judges[first]] = &tally{}
				}
				by[judges[first]].add(t, m, pairs)
			case long.On() && m.changes(t):
				silent.add(t, m, pairs)
			}
		}
	}
	for _, check := range slices.Sorted(maps.Keys(by)) {
		c := by[check]
		c.report(t, all, "are found by "+check, 0, 0)
		found = tally{found.matter + c.matter, found.errors + c.errors, found.doubts + c.doubts, found.standing + c.standing, found.elsewhere + c.elsewhere, nil}
	}
	found.report(t, all, "are found by a sanitizer", long.Count(50, 99), 75) // docs/vet.md, "Waves, and what is too strong"
	silent.report(t, all, "change a result, and no sanitizer finds them", 0, 0)
}

// shiftOffset adds the size of an access to its offset.
func shiftOffset(s simtest.Site, _ *hsaco.Object) []simtest.Mutation {
	inst := s.Inst
	step := int32(inst.Row.Memory.Bytes)
	if inst.Row.Memory.Scale > 0 {
		step = 1
	}
	inst.Mods.Offset += step
	var buf [isa.MaxSize]byte
	n := inst.Encode(&buf)
	return []simtest.Mutation{{Addr: s.Addr, What: fmt.Sprintf("%s at %#x shifted", &s.Inst, s.Addr), Code: slices.Clone(buf[:n])}}
}
