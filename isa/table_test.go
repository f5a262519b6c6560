package isa_test

import (
	"encoding/hex"
	"testing"

	"heddle/isa"
)

// TestRowsAreDistinct: no word belongs to two rows of a target, unless the
// first is a special case of the second.
func TestRowsAreDistinct(t *testing.T) {
	for _, target := range isa.Targets() {
		rows := target.Rows()
		byEnc := map[isa.Encoding][]*isa.Row{}
		for i := range rows {
			byEnc[rows[i].Enc] = append(byEnc[rows[i].Enc], &rows[i])
		}
		for _, group := range byEnc {
			for i, a := range group {
				for _, b := range group[i+1:] {
					if a.Opcode != b.Opcode || disjoint(a, b) {
						continue
					}
					if !special(a, b) {
						t.Errorf("%s: %s (%s) and %s (%s) overlap", target.Chip.Name, a.Mnemonic, a.Form, b.Mnemonic, b.Form)
					}
				}
			}
		}
	}
}

// special reports whether every word of a fits b too: "off" is one of the
// numbers that saddr can have.
func special(a, b *isa.Row) bool {
	for k := range a.Mask {
		if a.Mask[k]&b.Mask[k] != b.Mask[k] || a.Bits[k]&b.Mask[k] != b.Bits[k] {
			return false
		}
	}
	return true
}

func disjoint(a, b *isa.Row) bool {
	for k := range a.Mask {
		if (a.Bits[k]^b.Bits[k])&a.Mask[k]&b.Mask[k] != 0 {
			return true
		}
	}
	return false
}

// TestRowsAreSane checks each row against itself.
func TestRowsAreSane(t *testing.T) {
	for _, target := range isa.Targets() {
		rows := target.Rows()
		for i := range rows {
			r := &rows[i]
			if r.Bits[0]&^r.Mask[0] != 0 || r.Bits[1]&^r.Mask[1] != 0 || r.Base[0]&r.Mask[0] != r.Bits[0] || r.Base[1]&r.Mask[1] != r.Bits[1] {
				t.Errorf("%s %s: Mask, Bits and Base disagree", r.Mnemonic, r.Form)
			}
			if r.Unit == isa.UnitNone || len(r.Operands) > isa.MaxArgs || r.Need&^r.Mods != 0 {
				t.Errorf("%s %s: unit %d, %d operands, needs %x of %x", r.Mnemonic, r.Form, r.Unit, len(r.Operands), r.Need, r.Mods)
			}
			matrix := r.Unit == isa.UnitXDL || r.Unit == isa.UnitSGEMM || r.Unit == isa.UnitDGEMM
			if matrix != (r.Passes > 0) {
				t.Errorf("%s: unit %d with %d passes", r.Mnemonic, r.Unit, r.Passes)
			}
			memory := r.Unit == isa.UnitVMEM || r.Unit == isa.UnitFlat || r.Unit == isa.UnitLDS || r.Unit == isa.UnitSMEM || r.Unit == isa.UnitMsg
			if memory != (r.Counters != 0) {
				t.Errorf("%s: unit %d bumps counters %x", r.Mnemonic, r.Unit, r.Counters)
			}
			for k := range r.Operands {
				o := &r.Operands[k]
				if o.Access == 0 || o.Width == 0 != (o.Class == isa.ClassOFF || o.Class == isa.ClassVCC) {
					t.Errorf("%s: operand %s: access %d, field of %d bits", r.Mnemonic, o.Name, o.Access, o.Width)
				}
				field := uint64(1)<<o.Width - 1
				if o.Lo < 64 && r.Mask[0]&(field<<o.Lo) != 0 || o.Lo >= 64 && r.Mask[1]&(field<<(o.Lo-64)) != 0 {
					t.Errorf("%s: operand %s lies on fixed bits", r.Mnemonic, o.Name)
				}
			}
		}
	}
}

// TestNoAllocations: decoding and encoding allocate nothing, and parsing a
// plain line does not either.
func TestNoAllocations(t *testing.T) {
	word := []byte{0x00, 0x00, 0xcd, 0xd3, 0x00, 0x09, 0x02, 0x04}
	inst, err := isa.GFX950.Decode(word)
	if err != nil {
		t.Fatal(err)
	}
	var buf [isa.MaxSize]byte
	text := make([]byte, 0, 256)
	for name, f := range map[string]func(){
		"Decode":     func() { inst, _ = isa.GFX950.Decode(word) },
		"Encode":     func() { inst.Encode(&buf) },
		"AppendText": func() { text = inst.AppendText(text[:0]) },
		"Parse":      func() { isa.GFX950.Parse("v_mfma_f32_16x16x16_f16 v[0:3], v[0:1], v[4:5], v[0:3]", nil) },
		"Reads":      func() { r := inst.Reads(); _ = r.Has(isa.VGPR(4)) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// TestDecodeErrors: cut off, unknown, and reserved operand numbers.
func TestDecodeErrors(t *testing.T) {
	for _, tt := range []struct {
		hex  string
		want error
	}{
		{"", isa.ErrTruncated},
		{"0000", isa.ErrTruncated},
		{"000000d1", isa.ErrTruncated},                       // VOP3 needs eight bytes
		{"ff0080be", isa.ErrTruncated},                       // the literal is missing
		{"000000f0", isa.ErrUnknown},                         // MIMG
		{"ffffffff", isa.ErrUnknown},                         //
		{"7d0080be", isa.ErrOperand},                         // s_mov_b32 s0, 125
		{"030182be", isa.ErrOperand},                         // s_mov_b64 s[2:3], s[3:4]
		{"e50080be", isa.ErrOperand},                         // a reserved constant
		{"f902007e01180600", isa.ErrOperand},                 // SDWA dst_unused 3
		{"0000acd3026903000008add33405fe", isa.ErrTruncated}, // 15 of the 16 bytes of a scaled MFMA: the first half alone is another instruction
	} {
		b, err := hex.DecodeString(tt.hex)
		if err != nil {
			t.Fatal(err)
		}
		inst, err := isa.GFX950.Decode(b)
		if tt.hex[:min(4, len(tt.hex))] == "0000" && len(b) == 15 {
			if err != nil || inst.Row.Op != isa.V_MFMA_LD_SCALE_B32 {
				t.Errorf("%s: %v, %v", tt.hex, err, inst.Row)
			}
			continue
		}
		if err != tt.want {
			t.Errorf("%s: %v, want %v", tt.hex, err, tt.want)
		}
	}
}
