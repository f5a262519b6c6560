//go:build llvm

package difftest

import (
	"encoding/binary"
	"testing"

	"heddle/isa"
)

// TestFields disassembles every value of the 16-bit fields that have a little
// language of their own.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, second uint32
	}{
		{"offset of ds_swizzle_b32", 0xd87a0000, 0},
		{"hwreg of s_getreg_b32", 0xb8800000, noOp},
		{"message of s_sendmsg", 0xbf900000, noOp},
		{"counters of s_waitcnt", 0xbf8c0000, noOp},
	} {
		words := make([][SlotSize]byte, 1<<16)
		for v := range words {
			w := words[v][:]
			for k := 0; k < SlotSize; k += 4 {
				binary.LittleEndian.PutUint32(w[k:], noOp)
			}
			binary.LittleEndian.PutUint32(w, c.first|uint32(v))
			binary.LittleEndian.PutUint32(w[4:], c.second)
		}
		bad := 0
		for v, r := range disassemble(t, isa.GFX950, words) {
			inst, err := isa.GFX950.Decode(words[v][:])
			if err != nil {
				t.Errorf("%s, %#x: %v", c.name, v, err)
			} else if ours := inst.String(); ours != r.text {
				const most = 10
				if bad++; bad <= most {
					t.Errorf("%s, %#x: %q, LLVM %q", c.name, v, ours, r.text)
				}
			}
		}
	}
}
