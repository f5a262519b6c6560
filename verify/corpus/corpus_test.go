package corpus_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/verify/corpus"
)

// TestKernels reads the headers of all kernels: they are of both chips, and
// their arguments are what the text says.
func TestKernels(t *testing.T) {
	cases, err := corpus.Read("../testdata/kernels")
	if err != nil {
		t.Fatal(err)
	}
	onChip := map[string]int{}
	for _, c := range cases {
		for _, chip := range c.Chips {
			onChip[chip.Name]++
		}
		for _, chip := range c.Chips {
			m, err := c.Module(chip)
			if err != nil {
				t.Fatal(err)
			}
			k, err := interp.FindKernel(m, c.Name)
			if err != nil {
				t.Fatal(err)
			}
			if k.Block != c.Block {
				t.Errorf("%s: the kernel's block is %v, the header's %v", c.File, k.Block, c.Block)
			}
		}
		if !slices.ContainsFunc(c.Args, func(a corpus.Arg) bool { return a.Out }) {
			t.Errorf("%s: nothing is written", c.File)
		}
		for i := range c.Args {
			a := &c.Args[i]
			first := a.Contents()
			if len(first) != a.Bytes*a.Count || !bytes.Equal(first, a.Contents()) {
				t.Errorf("%s: argument %d is not the same each time", c.File, i)
			}
		}
	}
	for _, chip := range arch.Chips {
		if onChip[chip.Name] < 64 {
			t.Errorf("%d kernels are for %s, 64 are wanted", onChip[chip.Name], chip.Name)
		}
	}
}

const header = "// kernel: k\n// chips: gfx942\n// grid: 1 1 1\n// block: 64 1 1\n"

func TestHeaderErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"", ":1: the header ends without"},
		{header, ":5: the header ends without"},
		{"// kernel: k\n// chips: gfx1100\n", `:2: there is no chip "gfx1100"`},
		{"// grid: 1 1\n", ":1: three sizes are expected, not 2"},
		{"// grid: 1 0 1\n", `"0" is no size`},
		{"// size: 1\n", `"size" is not one of`},
		{header + "// arg: f32 4\n", ":5: an arg is in, out or inout"},
		{header + "// arg: in f32 4\n", "the fill of in is missing"},
		{header + "// arg: read f32 4 zero\n", `"read" is not one of in, out, inout`},
		{header + "// arg: in i3 4 zero\n", "i3 is not"},
		{header + "// arg: in i8 99999999999 zero\n", "is not a number of elements"},
		{header + "// arg: in f32 4 int 1\n", "is not a way to fill"},
		{header + "// arg: in f32 4 int 1 x\n", "invalid syntax"},
		{header + "// arg: out f32 4 zero\n", "an out is not filled"},
		{header + "// tolerance: 0 ulp 1\n", `there is no arg "0" yet`},
		{header + "// arg: out i32 4\n// tolerance: 0 ulp 1\n", "only floats have a tolerance, arg 0 is i32"},
		{header + "// arg: out f32 4\n// tolerance: 0 ulp 0\n", `"0" is no bound`},
		{header + "// arg: out f32 4\n// tolerance: 0 bits 1\n", `"bits" is not one of`},
	} {
		_, err := corpus.Parse("k.mlir", x.text)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%q: %v, want %q", x.text, err, x.want)
		}
	}
}

func TestFills(t *testing.T) {
	c, err := corpus.Parse("k.mlir", header+`// arg: in i16 64 ramp 3 1 10
// arg: in i32 64 perm
// arg: in i8 64 sorted -5 5
// arg: in f32 64 real -2 -1
// arg: in f16 64 int 1 3
`)
	if err != nil {
		t.Fatal(err)
	}
	ramp, perm, sorted, reals, halves := c.Args[0].Contents(), c.Args[1].Contents(), c.Args[2].Contents(), c.Args[3].Contents(), c.Args[4].Contents()
	seen := map[byte]bool{}
	for i := range 64 {
		if got := int(ramp[2*i]); got != (3*i+1)%10 {
			t.Errorf("ramp[%d] is %d", i, got)
		}
		seen[perm[4*i]] = true
		if i > 0 && int8(sorted[i]) < int8(sorted[i-1]) {
			t.Errorf("sorted falls at %d", i)
		}
		if f := math.Float32frombits(uint32(reals[4*i]) | uint32(reals[4*i+1])<<8 | uint32(reals[4*i+2])<<16 | uint32(reals[4*i+3])<<24); f < -2 || f > -1 {
			t.Errorf("real[%d] is %g", i, f)
		}
		if h := uint16(halves[2*i]) | uint16(halves[2*i+1])<<8; h != 0x3c00 && h != 0x4000 && h != 0x4200 {
			t.Errorf("int[%d] is %#x as f16", i, h)
		}
	}
	if len(seen) != 64 {
		t.Errorf("perm has %d numbers", len(seen))
	}
}

func TestCompare(t *testing.T) {
	c, err := corpus.Parse("k.mlir", header+`// arg: out f16 2
// arg: out f32 1
// tolerance: 0 ulp 2
`)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]byte{{0x00, 0x00, 0x00, 0x3c}, {0, 0, 0xc0, 0x7f}}
	for _, x := range []struct {
		half, single []byte
		message      string
	}{
		{[]byte{0x00, 0x00, 0x00, 0x3c}, []byte{0, 0, 0xc0, 0x7f}, ""},
		{[]byte{0x02, 0x80, 0x02, 0x3c}, []byte{1, 0, 0xc0, 0xff}, ""}, // across zero; any NaN
		{[]byte{0x03, 0x80, 0x00, 0x3c}, []byte{0, 0, 0xc0, 0x7f}, "argument 0, element 0: f16 is 0x8003, not 0x0 (1 elements of it differ)"},
		{[]byte{0x00, 0x00, 0xfd, 0x3b}, []byte{0, 0, 0xc0, 0x7f}, "argument 0, element 1: f16 is 0x3bfd"},
		{[]byte{0x00, 0x00, 0x00, 0x3c}, []byte{0, 0, 0x80, 0x7f}, "argument 1, element 0: f32 is 0x7f800000, not 0x7fc00000"},
	} {
		err := c.Compare([][]byte{x.half, x.single}, want)
		if (err == nil) != (x.message == "") || err != nil && !strings.HasPrefix(err.Error(), x.message) {
			t.Errorf("%x %x: %v, want %q", x.half, x.single, err, x.message)
		}
	}
	if c.Args[0].Type != ir.F16 {
		t.Error("the type is lost")
	}
}
