package sim

import (
	"math/rand/v2"
	"testing"

	"heddle/isa"
	"heddle/long"
	simd "heddle/sim/lanes"
)

// highSeen is what executions of an instruction showed of bits 31:16 of its
// destination.
type highSeen struct{ zero, kept bool }

// see adds an execution: what a lane had before and has after.
func (h *highSeen) see(before, after uint32) {
	h.zero = h.zero && after>>16 == 0
	h.kept = h.kept && after>>16 == before>>16
}

// shortResults are instructions whose 32-bit results happen to fit 16 bits.
var shortResults = map[isa.Op]bool{
	isa.V_MUL_HI_U32_U24:           true, // the upper 16 of 48 bits
	isa.V_SCREEN_PARTITION_4SE_B32: true, // 4 bits
}

// highOnly are instructions that write the high half alone.
var highOnly = map[isa.Op]bool{isa.V_FMA_MIXHI_F16: true}

// TestHighHalves executes every vector instruction that writes a VGPR, in every
// encoding but SDWA (which says itself what becomes of the rest), on a poisoned
// destination, and compares what is found above the low half with isa's table:
// an instruction that always leaves zeros there, or what was there, is in it.
// What compilers and checks go by is that table.
func TestHighHalves(t *testing.T) {
	const seed, tries = 17, 20000
	samples := long.Count(8, 24)
	r := rand.New(rand.NewPCG(seed, 0))
	seen := map[isa.Op]bool{}
	for _, target := range isa.Targets() {
		before, after := testWave(target), testWave(target)
		rows := target.Rows()
		for i := range rows {
			row := &rows[i]
			if !effectRow(row) || row.Mods.Has(isa.ModDstSel) || highOnly[row.Op] || !writesVGPR(row) {
				continue
			}
			h, n := highSeen{zero: true, kept: true}, 0
			for range tries {
				inst, ok := randomEncoding(target, row, r)
				if !ok {
					continue
				}
				writeLow(&inst)
				in, err := bind(target, inst, 0, inst.Size())
				if err != nil {
					t.Fatalf("%s: %v", inst.String(), err)
				}
				randomFill(before, r)
				for i := range before.vgpr { // v_ffbh gives -1 for 0, sums carry
					clear(before.vgpr[i][:8])
					before.vgpr[i][8], before.vgpr[i][12] = 1<<32-1, 1<<32-1
				}
				before.sgpr[m0Index] = 0
				before.setExec(^uint64(0))
				copyState(after, before)
				in.run(after, in)
				dst := in.dst.reg
				for l := range before.vgpr[dst] {
					h.see(before.vgpr[dst][l], after.vgpr[dst][l])
				}
				if n++; n == samples {
					break
				}
			}
			if n == 0 {
				t.Errorf("%s: no encoding of %s was found", target.Chip.Name, row.Mnemonic)
				continue
			}
			seen[row.Op] = true
			want := highSeen{}
			switch row.Op.HighHalf() {
			case isa.HighZero, isa.HighUnsettled: // unsettled: a model, and Fidelity says so
				want.zero = true
			case isa.HighKept:
				want.kept = true
			default:
				want.zero = shortResults[row.Op]
			}
			if h != want {
				t.Errorf("%s: %s leaves zeros above its result: %t, what was there: %t; isa says %t, %t", target.Chip.Name, row.Mnemonic, h.zero, h.kept, want.zero, want.kept)
			}
			if level, _ := Fidelity(target, row.Op); row.Op.HighHalf() == isa.HighUnsettled && level != Model {
				t.Errorf("%s is %v, and its high half unsettled", row.Mnemonic, level)
			}
		}
	}
	for op := isa.Op(1); op < maxOp; op++ {
		if op.HighHalf() != isa.HighWritten && !seen[op] {
			t.Errorf("%v is in isa's table and was not executed", op)
		}
	}
}

// writesVGPR reports whether the first operand is one vector register that is
// written.
func writesVGPR(row *isa.Row) bool {
	if len(row.Operands) == 0 {
		return false // v_nop
	}
	d := row.Operands[0]
	return d.Access&isa.Write != 0 && d.Dwords == 1 && d.Name == "vdst"
}

// writeLow makes an instruction with op_sel write the low half or byte, and with
// DPP all lanes.
func writeLow(inst *isa.Inst) {
	if inst.Row.Enc == isa.EncVOP3A {
		inst.Mods.OpSel = 0
	}
	if inst.Row.Mods.Has(isa.ModDPP) {
		inst.Mods.DPPCtrl, inst.Mods.RowMask, inst.Mods.BankMask = 0, 15, 15
	}
}

// TestHighHalfKept: the five instructions that the manual tells from their
// legacy forms keep the high half in every engine, where lanes are off, with
// modifiers, and if the destination is a source.
func TestHighHalfKept(t *testing.T) {
	const poison, one = 0xbeef0000, 0x3c00
	for _, target := range isa.Targets() {
		for _, c := range []struct {
			text string
			low  uint32
			keep bool
		}{
			{"v_fma_f16 v9, v1, v1, v1", 0x4000, true},
			{"v_fma_f16 v9, -v1, v1, v1", 0, true},
			{"v_fma_f16 v9, v1, v1, v1 clamp", one, true},
			{"v_fma_f16 v9, v1, 2.0, s2", 0x4200, true},
			{"v_fma_f16 v9, v9, v1, v1", 0x4000, true},
			{"v_fma_legacy_f16 v9, v1, v1, v1", 0x4000, false},
			{"v_mad_f16 v9, v1, v1, v1", 0x4000, true},
			{"v_mad_legacy_f16 v9, v1, v1, v1", 0x4000, false},
			{"v_mad_u16 v9, v1, 2, v1", 0xb400, true},
			{"v_mad_u16 v9, v1, 8, v1 clamp", 0xffff, true},
			{"v_mad_legacy_u16 v9, v1, 2, v1", 0xb400, false},
			{"v_mad_i16 v9, v1, -1, 1", 0xc401, true},
			{"v_mad_legacy_i16 v9, v1, -1, 1", 0xc401, false},
			{"v_div_fixup_f16 v9, v1, v1, v1", one, true},
			{"v_div_fixup_legacy_f16 v9, v1, v1, v1", one, false},
		} {
			in := bindText(t, target, c.text)
			in.bindQuick()
			for level := simd.None; level <= simd.Best(); level++ {
				w := testWave(target)
				w.setV(1, 0xdead0000|one)
				w.setV(9, poison|one)
				w.sgpr[2] = one
				w.setExec(0xffff)
				if level == simd.None {
					in.run(w, in)
				} else {
					in.quick[level].execute(w, in)
				}
				want := c.low
				if c.keep {
					want |= poison
				}
				if got, off := w.vgpr[9][3], w.vgpr[9][20]; got != want || off != poison|one {
					t.Errorf("%s: %s, level %d: %#x, want %#x; in a lane that is off %#x", target.Chip.Name, c.text, level, got, want, off)
				}
			}
		}
	}
}
