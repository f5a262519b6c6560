package sim

import (
	"testing"

	"heddle/isa"
)

// rocmMode is MODE as ROCm starts a wave: round to nearest even, subnormals
// kept, dx10_clamp, ieee (facts isa/semantics.md §1).
const rocmMode = 0x3f0

// targetNamed returns a target by the name of its chip.
func targetNamed(t testing.TB, name string) *isa.Target {
	t.Helper()
	for _, target := range isa.Targets() {
		if target.Chip.Name == name {
			return target
		}
	}
	t.Fatalf("no target %q", name)
	return nil
}

// bindText parses one statement and binds it.
func bindText(t testing.TB, target *isa.Target, text string) *instr {
	t.Helper()
	inst, fault := target.Parse(text, nil)
	if fault != nil {
		t.Fatalf("%s: %q: %v", target.Chip.Name, text, fault)
	}
	in, err := bind(target, inst, 0, inst.Size())
	if err != nil {
		t.Fatalf("%s: %q: %v", target.Chip.Name, text, err)
	}
	return in
}

// testWave returns a wave with every register the architecture has, all 0,
// all lanes on and MODE as ROCm sets it.
func testWave(target *isa.Target) *wave {
	w := &wave{wg: &workgroup{device: NewDevice(target.Chip), file: wholeFile, early: &Early{}}} // there is no run to take another from
	w.mode.set(rocmMode)
	w.setExec(^uint64(0))
	return w
}

// exec1 runs one instruction, given as text, on a wave that setup (which may
// be nil) has prepared, and returns the wave. Target is a chip's name.
func exec1(t *testing.T, target, text string, setup func(w *wave)) *wave {
	t.Helper()
	isaTarget := targetNamed(t, target)
	in := bindText(t, isaTarget, text)
	w := testWave(isaTarget)
	if setup != nil {
		setup(w)
	}
	in.run(w, in)
	return w
}

// setV sets VGPR r of all lanes to v.
func (w *wave) setV(r int, v uint32) {
	for l := range w.vgpr[r] {
		w.vgpr[r][l] = v
	}
}

// setV64 sets the VGPR pair at r of all lanes to v.
func (w *wave) setV64(r int, v uint64) {
	w.setV(r, uint32(v))
	w.setV(r+1, uint32(v>>32))
}

// v64 reads the VGPR pair at r in a lane.
func (w *wave) v64(r, lane int) uint64 {
	return uint64(w.vgpr[r+1][lane])<<32 | uint64(w.vgpr[r][lane])
}
