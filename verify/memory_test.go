package verify

import (
	"encoding/binary"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/pass"
	"heddle/sim"
)

var (
	memoryKernel = flag.String("memory.kernel", "", "run only this kernel of testdata/memory, and print its code")
	memoryDir    = flag.String("memory.dir", "testdata/memory", "where the modules of TestMemory are")
)

// TestMemory runs every kernel of the modules in testdata/memory on both chips,
// or on that which its name ends in, and with both readings of a buffer's
// range check. Arguments follow from the types: see memoryArgs.
func TestMemory(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(*memoryDir, "*.mlir"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no modules: %v", err)
	}
	number := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ir.Parse(filepath.Base(file), string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, kernel := range interp.Kernels(m) {
			if *memoryKernel == "" || strings.HasSuffix(kernel.Name, *memoryKernel) {
				number++
				t.Run(kernel.Name, func(t *testing.T) { runMemory(t, number, file, string(text), kernel) })
			}
		}
	}
}

// runMemory runs a kernel, whose number decides on which chip and with which
// reading it runs by default.
func runMemory(t *testing.T, number int, file, text string, kernel interp.Kernel) {
	buffers := false // the two readings of the range check may differ
	// Three workgroups where each has work of its own.
	groups, uses := uint32(1), ir.Uses(kernel.Op)
	kernel.Op.Walk(func(op *ir.Operation) bool {
		if op.Name() == "gpu.block_id" && len(uses[op.Result()]) > 0 {
			groups = 3
		}
		buffers = buffers || strings.Contains(op.Name(), "raw_buffer") || op.Name() == "scf.for"
		return true
	})
	any := !strings.Contains(kernel.Name, "gfx") // chip
	for i, chip := range arch.Chips {
		if !any && !strings.Contains(kernel.Name, chip.Name) || any && !long.Some(number+i, len(arch.Chips)) {
			continue
		}
		c := Case{Name: filepath.Base(file), Text: text, Kernel: kernel.Name, Chip: chip, Grid: [3]uint32{groups, 1, 1}, Args: memoryArgs(kernel.Op)}
		for _, unchecked := range []bool{false, true} {
			if unchecked && !buffers || buffers && !long.On() && unchecked == (number/2%2 == 0) {
				continue
			}
			opt := Options{Passes: pass.Options{Verify: true}, Sim: sim.Options{SoffsetUnchecked: unchecked}}
			if *memoryKernel != "" && !unchecked {
				opt.Passes.Dump = func(name string, u pass.Unit) {
					if name == "dead code" {
						if err := u.Print(os.Stdout); err != nil {
							t.Error(err)
						}
					}
				}
			}
			_, err := Run(c, opt)
			refused := ""
			kernel.Op.Walk(func(op *ir.Operation) bool {
				if op.HasAttr("test.refused") {
					refused = op.StringAttr("test.refused")
				}
				return true
			})
			var stage *Error
			switch {
			case refused == "" && err != nil:
				t.Errorf("%s: %v", chip.Name, err)
			case refused != "" && (!errors.As(err, &stage) || stage.Stage != "compile" || !strings.Contains(err.Error(), refused)):
				t.Errorf("%s: got %v, want an error of the compiler with %q", chip.Name, err, refused)
			}
		}
	}
}

// memoryArgs makes arguments of a kernel's types: buffers as large as their
// memref needs, dynamic sizes of 8 with 4 elements more between rows, the
// offset 3; numbers are 5.
func memoryArgs(f *ir.Operation) (args []interp.Arg) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func(v int64) { args = append(args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v)))) }
	for _, in := range ir.FunctionTypeOf(f).Inputs {
		t, ok := in.(*ir.MemRefType)
		if !ok {
			if _, binding := in.(*ir.OpaqueType); binding {
				args = append(args, interp.Pointer(memoryBuffer(r, ir.F32, 1<<14)))
				continue
			}
			w, _ := ir.BitWidth(in)
			if in == ir.Index {
				w = 64
			}
			v := uint64(5)
			if in == ir.I1 {
				v = 1
			}
			args = append(args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, v)[:max(1, w/8)]))
			continue
		}
		sizes := slices.Clone(t.Shape)
		strides, offset, _ := t.Strides()
		strides = slices.Clone(strides)
		dynamic := offset == ir.Dynamic
		if dynamic {
			offset = 3
		}
		step := int64(1)
		for i := len(sizes) - 1; i >= 0; i-- {
			if sizes[i] == ir.Dynamic {
				sizes[i], dynamic = 8, true
			}
			if strides[i] == ir.Dynamic {
				strides[i], dynamic = step, true
			}
			step = (sizes[i]) * strides[i]
			if dynamic {
				step += 4
			}
		}
		last := offset + 1
		for i, n := range sizes {
			last += (n - 1) * strides[i]
		}
		size, err := interp.ValueBytes(t.Elem)
		if err != nil {
			size = 1
		}
		b := interp.Pointer(memoryBuffer(r, t.Elem, last*size))
		if !dynamic {
			args = append(args, b)
			continue
		}
		args = append(args, b, b)
		number(offset)
		for _, n := range append(sizes, strides...) {
			number(n)
		}
	}
	return args
}

// memoryBuffer fills a buffer: with whole numbers for f32 and f64, so that
// sums do not depend on the order, with small numbers for index, 0 and 1 for
// i1, else with any bits.
func memoryBuffer(r *rand.Rand, t ir.Type, size int64) *interp.Buffer {
	b := &interp.Buffer{Data: make([]byte, size)}
	for i := range b.Data {
		b.Data[i] = byte(r.Uint32())
	}
	switch ir.ElemType(t) {
	case ir.I1:
		for i := range b.Data {
			b.Data[i] &= 1
		}
	case ir.Index:
		for i := 0; i+8 <= len(b.Data); i += 8 {
			binary.LittleEndian.PutUint64(b.Data[i:], uint64(r.IntN(32)))
		}
	case ir.F32:
		for i := 0; i+4 <= len(b.Data); i += 4 {
			binary.LittleEndian.PutUint32(b.Data[i:], math.Float32bits(float32(r.IntN(200)-100)))
		}
	case ir.F64:
		for i := 0; i+8 <= len(b.Data); i += 8 {
			binary.LittleEndian.PutUint64(b.Data[i:], math.Float64bits(float64(r.IntN(200)-100)))
		}
	}
	return b
}
