package main

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
	"heddle/vet"
)

// vetCorpus calls f for objects of the simulator's corpus, with the rows that run their kernels.
func vetCorpus(t *testing.T, every int, f func(chip *arch.Chip, name string, raw []byte, rows []simtest.Row)) {
	for n, chip := range arch.Chips {
		objects, err := simtest.Archived(filepath.Join("..", "..", "sim", "testdata", "corpus"), chip)
		if err != nil {
			t.Fatal(err)
		}
		rows := map[string][]simtest.Row{}
		for _, level := range simtest.Levels {
			for _, r := range simtest.RowsOf(chip, level) {
				rows[r.File+"-"+level] = append(rows[r.File+"-"+level], r)
			}
		}
		for i, name := range slices.Sorted(maps.Keys(rows)) {
			if long.Some(n+i, every) {
				f(chip, name, objects[name], rows[name])
			}
		}
	}
}

// repairObject disassembles a code object, repairs it and assembles it again.
func repairObject(t *testing.T, name string, raw []byte, pick func(*vet.Finding) bool) (*repaired, []byte) {
	t.Helper()
	var f vetFlags
	src, err := f.disassemble(raw)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := f.repair(name+".s", name+".s", src, pick)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	_, b, err := f.assemble(name+".s", r.source)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r, b
}

// runRows runs rows of an object under schedules that let operations take their time, with the checks that
// the waits matter to. Rows that run for long are left to -long.
func runRows(t *testing.T, chip *arch.Chip, name string, raw []byte, rows []simtest.Row) {
	t.Helper()
	l, err := simtest.Load(chip, raw)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, row := range rows {
		s, err := sanitize.New(sanitize.Options{Checks: []string{"waits", "races", "lds-dma", "barriers", "hazards"}, Object: l.Object})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Run(row, sim.Options{Schedule: sim.ScheduleLate}, s.Begin); err != nil {
			t.Errorf("%s %s %s: %v", chip.Name, name, row.Name(), err)
			continue
		}
		if found := s.Findings(); len(found) > 0 {
			var text bytes.Buffer
			if err := sanitize.WriteText(&text, name, found[:min(len(found), 3)], 0); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s %s %s: %d findings\n%s", chip.Name, name, row.Name(), len(found), &text)
		}
	}
}

// TestVetTooStrong: with every wait and s_nop that is called too strong as weak as vet says, all at once,
// vet finds no error, and the kernels give the same results, with all checks clean.
func TestVetTooStrong(t *testing.T) {
	waits, nops := 0, 0
	vetCorpus(t, 12, func(chip *arch.Chip, name string, raw []byte, rows []simtest.Row) {
		tooStrong := func(f *vet.Finding) bool { return f.Rule == "too-strong" }
		r, b := repairObject(t, name, raw, func(f *vet.Finding) bool {
			if tooStrong(f) && strings.HasPrefix(f.Text, "s_waitcnt") {
				waits++
			} else if tooStrong(f) {
				nops++
			}
			return tooStrong(f)
		})
		for _, k := range r.kernels {
			for _, f := range k.Findings {
				if tooStrong(&f) || f.Rank == vet.RankError {
					t.Errorf("%s %s: %s remains: %s at %#x: %s", chip.Name, name, f.Rank, f.Text, f.Addr, f.Message)
				}
			}
		}
		if !bytes.Equal(b, raw) {
			runRows(t, chip, name, b, rows)
		}
	})
	t.Logf("%d waits and %d s_nop are too strong", waits, nops)
}

// TestVetFix: kernels of which waits and s_nop have been taken out are repaired, without errors
// afterwards, and give the right results.
func TestVetFix(t *testing.T) {
	const seed = 5
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	removed, inserted := 0, 0
	vetCorpus(t, 24, func(chip *arch.Chip, name string, raw []byte, rows []simtest.Row) {
		broken, n := withoutWaits(t, raw, r)
		removed += n
		fixed, b := repairObject(t, name, broken, new(vetFlags).isFixed)
		inserted += fixed.inserted
		for _, k := range fixed.kernels {
			for _, f := range k.Findings {
				if f.Rank == vet.RankError {
					t.Errorf("%s %s: an error remains: [%s] %s at %#x: %s", chip.Name, name, f.Rule, f.Text, f.Addr, f.Message)
				}
			}
		}
		l, err := simtest.Load(chip, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if _, err := l.Run(row, sim.Options{Schedule: sim.ScheduleLate}, nil); err != nil {
				t.Errorf("%s %s %s: %v", chip.Name, name, row.Name(), err)
			}
		}
	})
	t.Logf("%d waits and s_nop taken out, %d inserted", removed, inserted)
}

// withoutWaits makes every third s_waitcnt and s_nop of a code object wait for nothing. Those before cache
// operations and the like, which order waves, stay, those of kernels with barriers, whose workgroups have
// no size in the metadata, and those of kernels with VGPR indexing, where vet cannot tell which register a
// wait is for.
func withoutWaits(t *testing.T, raw []byte, r *rand.Rand) ([]byte, int) {
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	target := isa.For(o.Chip)
	broken, n := slices.Clone(raw), 0
	for _, k := range o.Kernels {
		if has(target, k.Code, isa.S_SET_GPR_IDX_ON) || has(target, k.Code, isa.S_BARRIER) {
			continue
		}
		for off := 0; off+4 <= len(k.Code); {
			inst, err := target.Decode(k.Code[off:])
			if err != nil {
				break
			}
			site := simtest.Site{Addr: k.Addr + uint64(off), Inst: inst}
			off += inst.Size()
			if op := inst.Row.Op; op != isa.S_WAITCNT && op != isa.S_NOP || r.IntN(3) > 0 || orders(target, k.Code[off:]) {
				continue
			}
			m := simtest.Mutation{Addr: site.Addr, Code: []byte{0, 0, 0x80, 0xbf}}
			broken = m.Apply(broken, o)
			n++
		}
	}
	return broken, n
}

// has reports whether an instruction is in a kernel.
func has(target *isa.Target, code []byte, op isa.Op) bool {
	for len(code) >= 4 {
		inst, err := target.Decode(code)
		if err != nil {
			return false
		}
		if inst.Row.Op == op {
			return true
		}
		code = code[inst.Size():]
	}
	return false
}

// orders reports whether what makes memory visible to others follows.
func orders(target *isa.Target, code []byte) bool {
	for len(code) >= 4 {
		inst, err := target.Decode(code)
		if err != nil {
			return true
		}
		switch op := inst.Row.Op; {
		case inst.Row.Unit == isa.UnitVMEM && inst.Row.Memory.Kind == isa.MemoryNothing:
			return true
		case inst.Row.Unit == isa.UnitVMEM && inst.Row.Memory.Kind == isa.MemoryAtomic, inst.Row.Unit == isa.UnitFlat, inst.Row.Unit == isa.UnitMsg:
			return true
		case op == isa.S_ENDPGM || op == isa.S_SETPC_B64:
			return false
		}
		code = code[inst.Size():]
	}
	return false
}
