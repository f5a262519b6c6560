package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

// opCase is an instruction with sources and the result it must have.
type opCase struct {
	op   isa.Op
	mode uint32    // bits of MODE that differ from ROCm's
	src  [3]uint64 // in the order in which the assembler writes them; of v_fmac the old destination last
	want uint64    // the whole destination: 16-bit results with zeros above
}

// Bits of MODE to put into opCase.mode.
const (
	f32RoundUp   = 1
	f32RoundDown = 2
	f32RoundZero = 3
	f16RoundUp   = 1 << 2
	f16RoundDown = 2 << 2
	f16RoundZero = 3 << 2
	f32KeepIn    = 1 << 4 // flips: subnormal inputs are flushed
	f32KeepOut   = 1 << 5
	f32Flush     = f32KeepIn | f32KeepOut
	f16KeepIn    = 1 << 6
	f16KeepOut   = 1 << 7
	f16Flush     = f16KeepIn | f16KeepOut
	ieeeOff      = modeIEEE
	ovflOn       = modeFP16Ovfl
)

// caseText writes the instruction of a row for the operands of an opCase:
// destination v0, sources v2, v4, v6 (or a literal, where there is always one).
func caseText(row *isa.Row, src [3]uint64) string {
	var b strings.Builder
	wide, sources := false, 0
	for i := range row.Operands {
		o := &row.Operands[i]
		b.WriteString(", ")
		if o.Dwords > 1 && o.Class != isa.ClassVCC && o.Name != "sdst" {
			wide = true
		}
		switch {
		case o.Class == isa.ClassVCC:
			b.WriteString("vcc")
		case o.Name == "sdst":
			b.WriteString("s[20:21]")
		case o.Class == isa.ClassKLIT:
			fmt.Fprintf(&b, "%#x", src[sources])
			sources++
		case o.Access == isa.Read:
			b.WriteString(vgprs(2+2*sources, int(o.Dwords)))
			sources++
		default:
			b.WriteString(vgprs(0, int(o.Dwords)))
		}
	}
	text := row.Mnemonic + strings.TrimPrefix(b.String(), ",")
	switch {
	case strings.HasSuffix(row.Mnemonic, "_dpp") && wide:
		text += " row_newbcast:3 row_mask:0xf bank_mask:0xf"
	case strings.HasSuffix(row.Mnemonic, "_dpp"):
		text += " quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf"
	case strings.HasSuffix(row.Mnemonic, "_sdwa"):
		for _, m := range []isa.Modifier{isa.ModDstSel, isa.ModDstUnused, isa.ModSrc0Sel, isa.ModSrc1Sel} {
			if row.Mods.Has(m) {
				text += [...]string{" dst_sel:DWORD", " dst_unused:UNUSED_PAD", " src0_sel:DWORD", " src1_sel:DWORD"}[slices.Index(sdwaMods, m)]
			}
		}
	}
	return text
}

var sdwaMods = []isa.Modifier{isa.ModDstSel, isa.ModDstUnused, isa.ModSrc0Sel, isa.ModSrc1Sel}

func vgprs(r, n int) string {
	if n == 1 {
		return fmt.Sprintf("v%d", r)
	}
	return fmt.Sprintf("v[%d:%d]", r, r+n-1)
}

// testCases runs each case in every encoding on every target that has it.
func testCases(t *testing.T, cases []opCase) {
	t.Helper()
	for _, target := range isa.Targets() {
		w := testWave(target)
		for i := range cases {
			rows := target.RowsOf(cases[i].op)
			for r := range rows {
				runOpCase(t, target, w, &rows[r], &cases[i])
			}
		}
	}
}

// TestEveryFloatOpHasCase walks all instructions of both targets: each one of
// the floating-point tables has a case.
func TestEveryFloatOpHasCase(t *testing.T) {
	seen := map[isa.Op]bool{}
	for _, cases := range [][]opCase{float32Cases, float16Cases, float64Cases, transcendCases, convertCases, fixupCases, packCases} {
		for i := range cases {
			seen[cases[i].op] = true
		}
	}
	for _, c := range scaleCases {
		seen[c.op] = true
	}
	for _, c := range fmasCases {
		seen[c.op] = true
	}
	for _, c := range stochasticCases {
		seen[c.op] = true
	}
	for _, target := range isa.Targets() {
		for i := range target.Rows() {
			op := target.Rows()[i].Op
			ours := int(op) < len(floatOps) && floatOps[op].lane != nil ||
				int(op) < len(convertOps) && convertOps[op].lane != nil ||
				int(op) < len(specialOps) && specialOps[op] != nil
			if ours && !seen[op] {
				t.Errorf("%s: no case for %s", target.Chip.Name, op)
			}
		}
	}
}

func runOpCase(t *testing.T, target *isa.Target, w *wave, row *isa.Row, c *opCase) {
	t.Helper()
	text := caseText(row, c.src)
	in := bindText(t, target, text)
	if in.Row != row {
		t.Fatalf("%s: %q is %s", target.Chip.Name, text, in.Row.Mnemonic)
	}
	w.mode.set(rocmMode ^ c.mode)
	w.setV64(0, 0xdeadbeefdeadbeef)
	for i, v := range c.src {
		w.setV64(2+2*i, v)
	}
	if in.nsrc == 2 && row.Operands[0].Access == isa.Both {
		w.setV64(0, c.src[2])
	}
	w.vgpr[0][9], w.vgpr[1][9] = 0x12345678, 0x9abcdef0
	w.setExec(^uint64(1 << 9))
	in.run(w, in)
	got := w.v64(0, 3)
	if row.Operands[0].Dwords == 1 {
		got &= 0xffffffff
	}
	want := c.want
	if row.Operands[0].Access == isa.Write && row.Op.HighHalf() == isa.HighKept {
		want |= 0xdead0000
	}
	if got != want {
		t.Errorf("%s: %q of %#x, MODE %#x: got %#x, want %#x", target.Chip.Name, text, c.src, rocmMode^c.mode, got, want)
	}
	for l := range waveSize {
		if off := l == 9; off && w.v64(0, l) != 0x9abcdef012345678 {
			t.Errorf("%q wrote a lane that is off: %#x", text, w.v64(0, l))
		} else if !off && w.vgpr[0][l] != w.vgpr[0][3] {
			t.Errorf("%q: lane %d has %#x, lane 3 %#x", text, l, w.vgpr[0][l], w.vgpr[0][3])
		}
	}
}
