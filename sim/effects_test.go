package sim

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

// effectRow reports whether TestEffects is about a row: it moves data between
// registers only.
func effectRow(row *isa.Row) bool {
	switch {
	case row.Op == isa.V_MFMA_LD_SCALE_B32:
		return false // the first half of a longer instruction
	case row.Enc == isa.EncSDWAC && compareOps[row.Op].class:
		return false // the table, as LLVM, lists VCC among what they write
	case row.Unit == isa.UnitVALU || row.Unit == isa.UnitTrans || row.Unit == isa.UnitDot:
		return true
	}
	return int(row.Op) < len(scalarOps) && scalarOps[row.Op] != nil
}

// TestEffects executes random encodings of every vector ALU row and
// every scalar one that only computes, and checks them against what the
// instruction table says they read and write: nothing else changes, nothing
// else matters, and lanes that are off keep what they had.
func TestEffects(t *testing.T) {
	const seed, samples, tries = 5, 2, 5000
	r := rand.New(rand.NewPCG(seed, 0))
	for _, target := range isa.Targets() {
		before, after, other := testWave(target), testWave(target), testWave(target)
		rows := target.Rows()
		for i := range rows {
			row := &rows[i]
			if !effectRow(row) {
				continue
			}
			executed := 0
			for try := 0; try < tries && executed < samples; try++ {
				if inst, ok := randomEncoding(target, row, r); ok {
					executed++
					checkEffects(t, target, inst, r, before, after, other)
				}
			}
			if executed == 0 {
				t.Errorf("%s: no random encoding of %s decodes", target.Chip.Name, row.Mnemonic)
			}
		}
	}
}

// randomEncoding decodes a word with random bits where the row has no fixed
// ones. Registers are spread over the whole file.
func randomEncoding(target *isa.Target, row *isa.Row, r *rand.Rand) (isa.Inst, bool) {
	lo := r.Uint64()&^row.Mask[0] | row.Bits[0]
	hi := r.Uint64()&^row.Mask[1] | row.Bits[1]
	b := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, lo), hi)
	inst, err := target.Decode(b)
	return inst, err == nil && inst.Row == row
}

// randomFill sets all registers except M0 and MODE, so that indexes are in
// range and VGPR indexing is off.
func randomFill(w *wave, r *rand.Rand) {
	for i := range w.sgpr {
		if i != m0Index {
			w.sgpr[i] = r.Uint32()
		}
	}
	w.scc = r.IntN(2) == 1
	x := r.Uint64() // then a multiplicative generator: this is most of the test's time
	for i := range w.vgpr {
		for l := range w.vgpr[i] {
			x = x*0x9e3779b97f4a7c15 + 1
			w.vgpr[i][l] = uint32(x >> 32)
		}
	}
}

func checkEffects(t *testing.T, target *isa.Target, inst isa.Inst, r *rand.Rand, before, after, other *wave) {
	t.Helper()
	in, err := bind(target, inst, 0, inst.Size())
	if err != nil {
		t.Errorf("%s: %v", inst.String(), err)
		return
	}
	reads, writes := inst.Reads(), inst.Writes()
	addStatus(&reads)
	before.mode.set(rocmMode)
	before.sgpr[m0Index] = r.Uint32() & 3
	randomFill(before, r)
	copyState(after, before)
	in.run(after, in)
	relative := inst.Row.Op == isa.S_MOVRELD_B32 || inst.Row.Op == isa.S_MOVRELD_B64
	for reg := range isa.Reg(768) {
		if !writes.Has(reg) && !relative && !sameRegister(before, after, reg) {
			t.Errorf("%s: %s changes register %d", target.Chip.Name, inst.String(), reg)
		}
	}
	if !lanesKept(before, after) && inst.Row.Op != isa.V_WRITELANE_B32 {
		t.Errorf("%s: %s changes lanes that are off", target.Chip.Name, inst.String())
	}
	switch inst.Row.Op {
	case isa.S_MOVRELS_B32, isa.S_MOVRELS_B64, isa.S_MOVRELD_B32, isa.S_MOVRELD_B64:
		return // M0 says what else they read and write
	case isa.S_SET_GPR_IDX_MODE:
		reads.Add(isa.M0, 1) // it keeps the rest; the table, as LLVM, does not call that a read
	}
	// The same again with everything that is not read different.
	randomFill(other, r)
	other.mode = before.mode
	for reg := range isa.Reg(768) {
		if reads.Has(reg) || in.dpp != nil && writes.Has(reg) {
			copyRegister(other, before, reg)
		}
	}
	other.setExec(before.exec())
	in.run(other, in)
	for reg := range isa.Reg(768) {
		if writes.Has(reg) && !sameActive(after, other, reg) {
			t.Errorf("%s: register %d after %s depends on what it does not read", target.Chip.Name, reg, inst.String())
		}
	}
}

// addStatus adds the registers that status bits used as operands stand for.
func addStatus(s *isa.RegSet) {
	if s.Has(isa.VCCZ) {
		s.Add(isa.VCCLo, 2)
	}
	if s.Has(isa.EXECZ) {
		s.Add(isa.ExecLo, 2)
	}
}

func copyState(to, from *wave) {
	to.sgpr, to.scc, to.mode, to.vgpr = from.sgpr, from.scc, from.mode, from.vgpr
}

func sameRegister(a, b *wave, reg isa.Reg) bool {
	switch {
	case reg == isa.SCC:
		return a.scc == b.scc
	case reg == isa.Mode:
		return a.mode == b.mode
	case reg >= isa.V0:
		return a.vgpr[reg-isa.V0] == b.vgpr[reg-isa.V0]
	case int(reg) < len(a.sgpr):
		return a.sgpr[reg] == b.sgpr[reg]
	}
	return true
}

// sameActive is sameRegister for the lanes that are on.
func sameActive(a, b *wave, reg isa.Reg) bool {
	if reg < isa.V0 {
		return sameRegister(a, b, reg)
	}
	for l, v := range a.vgpr[reg-isa.V0] {
		if a.exec()>>l&1 != 0 && v != b.vgpr[reg-isa.V0][l] {
			return false
		}
	}
	return true
}

func lanesKept(before, after *wave) bool {
	exec := before.exec()
	for i := range before.vgpr {
		if before.vgpr[i] == after.vgpr[i] {
			continue
		}
		for l, v := range before.vgpr[i] {
			if exec>>l&1 == 0 && v != after.vgpr[i][l] {
				return false
			}
		}
	}
	return true
}

func copyRegister(to, from *wave, reg isa.Reg) {
	switch {
	case reg == isa.SCC:
		to.scc = from.scc
	case reg == isa.Mode:
		to.mode = from.mode
	case reg >= isa.V0:
		to.vgpr[reg-isa.V0] = from.vgpr[reg-isa.V0]
	case int(reg) < len(to.sgpr):
		to.sgpr[reg] = from.sgpr[reg]
	}
}
