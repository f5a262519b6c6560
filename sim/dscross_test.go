package sim

import (
	"fmt"
	"testing"
)

// testSwizzle has the examples of the manual (§12.12, DS_SWIZZLE_B32), whose
// lanes hold 1, 2, … 0x20, and more that follow from the pseudo-code.
func testSwizzle(t *testing.T, chip string) {
	sequence := func(f func(i int) int) (v [32]int) {
		for i := range v {
			v[i] = f(i) + 1
		}
		return v
	}
	for _, c := range []struct {
		offset int
		want   [32]int
	}{
		{0xe000, [32]int{1, 0x11, 9, 0x19, 5, 0x15, 0xd, 0x1d, 3, 0x13, 0xb, 0x1b, 7, 0x17, 0xf, 0x1f,
			2, 0x12, 0xa, 0x1a, 6, 0x16, 0xe, 0x1e, 4, 0x14, 0xc, 0x1c, 8, 0x18, 0x10, 0x20}},
		{0xe010, [32]int{1, 9, 5, 0xd, 3, 0xb, 7, 0xf, 2, 0xa, 6, 0xe, 4, 0xc, 8, 0x10,
			0x11, 0x19, 0x15, 0x1d, 0x13, 0x1b, 0x17, 0x1f, 0x12, 0x1a, 0x16, 0x1e, 0x14, 0x1c, 0x18, 0x20}},
		{0xe01f, sequence(func(i int) int { return i })},
		{0xc020, sequence(func(i int) int { return (i + 1) % 32 })},
		{0xc420, sequence(func(i int) int { return (i + 31) % 32 })},
		{0xc021, [32]int{1, 4, 3, 6, 5, 8, 7, 0xa, 9, 0xc, 0xb, 0xe, 0xd, 0x10, 0xf, 0x12,
			0x11, 0x14, 0x13, 0x16, 0x15, 0x18, 0x17, 0x1a, 0x19, 0x1c, 0x1b, 0x1e, 0x1d, 0x20, 0x1f, 2}},
		{0xc421, [32]int{0x1f, 2, 1, 4, 3, 6, 5, 8, 7, 0xa, 9, 0xc, 0xb, 0xe, 0xd, 0x10,
			0xf, 0x12, 0x11, 0x14, 0x13, 0x16, 0x15, 0x18, 0x17, 0x1a, 0x19, 0x1c, 0x1b, 0x1e, 0x1d, 0x20}},
		{0xc0a0, sequence(func(i int) int { return (i + 5) % 32 })},
		{0x8000 | 1 | 2<<2 | 3<<4 | 0<<6, sequence(func(i int) int { return i&^3 + (i+1)%4 })},
		{0x401f, sequence(func(i int) int { return i ^ 16 })},                    // SWAPX16
		{0x7c1f, sequence(func(i int) int { return 31 - i })},                    // REVERSEX32
		{0x0c1f, sequence(func(i int) int { return i ^ 3 })},                     // REVERSEX4
		{0x0018 | 5<<5, sequence(func(i int) int { return i&^7 | 5 })},           // BCASTX8 of lane 5
		{0x1c1e | 1<<5, sequence(func(i int) int { return ((i & 30) | 1) ^ 7 })}, // and, or, xor together
	} {
		r := memTarget(t, chip)
		for l := range waveSize {
			r.vgpr[0][l] = uint32(l%32 + 1 + l/32*100)
		}
		r.exec(t, fmt.Sprintf("ds_swizzle_b32 v1, v0 offset:%d", c.offset))
		r.good(t)
		for l := range waveSize {
			if want := uint32(c.want[l%32] + l/32*100); r.vgpr[1][l] != want {
				t.Errorf("offset %#x: lane %d gets %d, want %d", c.offset, l, r.vgpr[1][l], want)
			}
		}
	}
	// An inactive source reads as 0, an inactive destination stays.
	for _, offset := range []int{0xe01f, 0xc000, 0x80b1, 0x041f} {
		r := memTarget(t, chip)
		r.setV(0, 7)
		r.setV(1, memSentinel)
		r.setExec(1 << 6)
		r.exec(t, fmt.Sprintf("ds_swizzle_b32 v1, v0 offset:%d", offset))
		want := uint32(7)
		if offset == 0x80b1 || offset == 0x041f { // lane 6 reads lane 7
			want = 0
		}
		if r.vgpr[1][6] != want || r.vgpr[1][7] != memSentinel {
			t.Errorf("offset %#x: lane 6 gets %#x, want %#x; lane 7 has %#x", offset, r.vgpr[1][6], want, r.vgpr[1][7])
		}
	}
}

// testPermute: ds_permute pushes and the highest lane wins, ds_bpermute pulls;
// both use the address divided by 4 modulo 64 (facts isa/semantics.md §4).
func testPermute(t *testing.T, chip string) {
	r := memTarget(t, chip)
	for l := range waveSize {
		r.vgpr[0][l] = uint32(4*((l*5)%64) + 3 + 256*l)
		r.vgpr[2][l] = uint32(1000 + l)
	}
	r.exec(t, "ds_permute_b32 v1, v0, v2")
	r.exec(t, "ds_bpermute_b32 v3, v0, v2 offset:8")
	r.good(t)
	for l := range waveSize {
		if got := r.vgpr[1][l*5%64]; got != uint32(1000+l) {
			t.Errorf("permute: lane %d gets %d, want %d", l*5%64, got, 1000+l)
		}
		if got, want := r.vgpr[3][l], uint32(1000+(l*5+2)%64); got != want {
			t.Errorf("bpermute: lane %d gets %d, want %d", l, got, want)
		}
	}

	r = memTarget(t, chip)
	r.setExec(0b1011)
	for l := range waveSize {
		r.vgpr[2][l] = uint32(1000 + l)
	}
	r.setV(1, memSentinel)
	r.setV(3, memSentinel)
	r.vgpr[0][0], r.vgpr[0][1], r.vgpr[0][2], r.vgpr[0][3] = 4, 4, 0, 8
	r.exec(t, "ds_permute_b32 v1, v0, v2")
	r.exec(t, "ds_bpermute_b32 v3, v0, v2")
	r.good(t)
	// Lanes 0 and 1 push to lane 1, lane 3 to the inactive lane 2, lane 2 nothing.
	if got, want := [4]uint32(r.vgpr[1][:4]), [4]uint32{0, 1001, memSentinel, 0}; got != want {
		t.Errorf("permute gives %d, want %d", got, want)
	}
	if got, want := [4]uint32(r.vgpr[3][:4]), [4]uint32{1001, 1001, memSentinel, 0}; got != want {
		t.Errorf("bpermute gives %d, want %d", got, want)
	}
	if r.wg.stats.bytes[SpaceLDS] != [2]uint64{} {
		t.Errorf("they access the LDS: %d bytes", r.wg.stats.bytes[SpaceLDS])
	}
}

// testTranspose checks the transposing reads on a matrix in LDS: in each group
// of 16 lanes, lane l gets column l of a matrix whose rows are as long as 16
// elements, wherever software put the pieces that the lanes' addresses name
// (facts attention_fp8.md §1: "as a matrix", and the experiments listed there).
func testTranspose(t *testing.T, chip string) {
	for _, c := range []struct {
		text         string
		bits, rows   int // of an element, of the matrix of 16 lanes
		pitch, align int
	}{
		{"ds_read_b64_tr_b16 v[2:3], v0", 16, 4, 80, 8},
		{"ds_read_b64_tr_b8 v[2:3], v0", 8, 8, 40, 8},
		{"ds_read_b64_tr_b4 v[2:3], v0", 4, 16, 24, 8},
		{"ds_read_b96_tr_b6 v[3:5], v0", 6, 16, 48, 16},
	} {
		if chip != "gfx950" {
			continue
		}
		r := memTarget(t, chip)
		dst := 2
		if c.bits == 6 {
			dst = 3
		}
		element := func(group, row, column int) uint32 {
			return uint32(group*7919+row*131+column*29+row*column) & (1<<c.bits - 1)
		}
		for group := range 4 {
			base := 1024 * group
			for row := range c.rows {
				for column := range 16 {
					setMemBits(r.wg.lds.bytes[base+row*c.pitch:], column*c.bits, c.bits, element(group, row, column))
				}
			}
			lanesOfRow := 16 / c.rows
			for l := range 16 {
				r.vgpr[0][16*group+l] = uint32(base + l/lanesOfRow*c.pitch + l%lanesOfRow*8)
			}
		}
		r.exec(t, c.text)
		r.good(t)
		for l := range waveSize {
			for row := range c.rows {
				got := uint32(0)
				for b := range c.bits {
					at := row*c.bits + b
					got |= r.vgpr[dst+at/32][l] >> (at % 32) & 1 << b
				}
				if want := element(l/16, row, l%16); got != want {
					t.Errorf("%s: lane %d element %d is %#x, want %#x", c.text, l, row, got, want)
				}
			}
		}
		r.vgpr[0][17] += 4
		r.exec(t, c.text)
		if r.wg.err == nil {
			t.Errorf("%s: a misaligned address is no error", c.text)
		}
		r = memTarget(t, chip)
		r.setExec(^uint64(0) >> 1)
		r.exec(t, c.text)
		if r.wg.err == nil {
			t.Errorf("%s: an inactive lane is no error", c.text)
		}
	}
}

func setMemBits(b []byte, at, n int, v uint32) {
	for i := range n {
		b[(at+i)/8] |= byte(v >> i & 1 << ((at + i) % 8))
	}
}

// TestTransposeExperiments are experiments on silicon that the facts quote
// (attention_fp8.md §1, evidence 5).
func TestTransposeExperiments(t *testing.T) {
	r := memTarget(t, "gfx950")
	for i := range 1024 {
		r.wg.lds.bytes[i] = byte(i)
	}
	for l := range waveSize {
		r.vgpr[0][l] = uint32(8 * l)
	}
	r.exec(t, "ds_read_b64_tr_b8 v[2:3], v0")
	if got := r.v64(2, 0); got != 0x7060504030201000 {
		t.Errorf("addresses lane*8: lane 0 gets %#x", got)
	}
	r.setV(0, 64)
	r.exec(t, "ds_read_b64_tr_b8 v[2:3], v0")
	for l := range waveSize {
		if got, want := r.v64(2, l), uint64(64+l&7)*0x0101010101010101; got != want {
			t.Errorf("one address for all: lane %d gets %#x, want %#x", l, got, want)
		}
	}
	for i := range 16 {
		putWord(r.wg.lds.bytes[8*i:8*i+8], uint64(i)*0x0001000100010001)
	}
	for l := range waveSize {
		r.vgpr[0][l] = uint32(8 * (l % 16))
	}
	r.exec(t, "ds_read_b64_tr_b16 v[2:3], v0")
	if got := r.v64(2, 0); got != 0x000c_0008_0004_0000 {
		t.Errorf("b16: lane 0 gets rows %#x, want 0, 4, 8, 12", got)
	}
	r.good(t)
}
