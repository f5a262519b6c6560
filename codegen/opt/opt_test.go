package opt_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/codegen/opt"
	"heddle/ir"
	"heddle/ir/interp"
)

func parse(t testing.TB, name, text string) *ir.Module {
	t.Helper()
	m, err := ir.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Options{}); err != nil {
		t.Fatal(err)
	}
	return m
}

// bytesOf is memory with numbers that are harmless as integers and as floats.
func bytesOf(n int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	b := make([]byte, n)
	for i := 0; i+4 <= n; i += 4 {
		binary.LittleEndian.PutUint32(b[i:], 0x3f800000+r.Uint32()&0x3fffff)
	}
	return b
}

// arguments makes arguments for a kernel: buffers, and for numbers a small one.
func arguments(m *ir.Module, kernel string) (args []interp.Arg, buffers []*interp.Buffer, err error) {
	k, err := interp.FindKernel(m, kernel)
	if err != nil {
		return nil, nil, err
	}
	params, err := k.Params()
	if err != nil {
		return nil, nil, err
	}
	for i, p := range params {
		mt, memref := p.Type.(*ir.MemRefType)
		for n, part := range p.Parts {
			switch {
			case part == "pointer":
				b := &interp.Buffer{Name: fmt.Sprint(i), Data: bytesOf(1<<14, uint64(i))}
				buffers = append(buffers, b)
				args = append(args, interp.Pointer(b))
			case memref && n == 2:
				args = append(args, interp.Bytes(make([]byte, 8)))
			case memref && n < 3+len(mt.Shape):
				size := mt.Shape[n-3]
				if size == ir.Dynamic {
					size = 32
				}
				args = append(args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(size))))
			case memref:
				d := n - 3 - len(mt.Shape)
				stride := int64(1)
				for _, s := range mt.Shape[d+1:] {
					if s == ir.Dynamic {
						s = 32
					}
					stride *= s
				}
				args = append(args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(stride))))
			default:
				size, err := interp.ValueBytes(p.Type)
				if err != nil {
					return nil, nil, err
				}
				b := make([]byte, size)
				b[0] = 1
				if size > 1 {
					b[0] = 17
				}
				args = append(args, interp.Bytes(b))
			}
		}
	}
	return args, buffers, nil
}

// run runs a kernel and gives its memory, or the error.
func run(m *ir.Module, kernel string, launch interp.Launch) ([]byte, error) {
	launch.Kernel = kernel
	var buffers []*interp.Buffer
	var err error
	if launch.Args, buffers, err = arguments(m, kernel); err != nil {
		return nil, err
	}
	_, err = interp.Run(m, launch)
	var all bytes.Buffer
	for _, b := range buffers {
		all.Write(b.Data)
	}
	return all.Bytes(), err
}

func launchOf(k interp.Kernel, chip *arch.Chip) interp.Launch {
	l := interp.Launch{Chip: chip, Grid: [3]uint32{2, 1, 1}, Limits: interp.Limits{Steps: 1 << 21}}
	if k.Block == ([3]uint32{}) {
		l.Block = [3]uint32{64, 1, 1}
	}
	return l
}

// baseline is what a kernel of a module does.
type baseline struct {
	name, text string
	number     int
	kernel     interp.Kernel
	chip       *arch.Chip
	memory     []byte
}

// baselines runs the kernels of a module; those that do not run are left out.
func baselines(t testing.TB, name, text string, chip *arch.Chip) (list []baseline) {
	t.Helper()
	for i, k := range interp.Kernels(parse(t, name, text)) {
		memory, err := run(parse(t, name, text), k.Name, launchOf(k, chip))
		if err == nil {
			list = append(list, baseline{name, text, i, k, chip, memory})
		}
	}
	return list
}

// same compares the memory after a kernel has run with and without passes.
func (b baseline) same(t testing.TB, passes ...string) *ir.Module {
	t.Helper()
	m := parse(t, b.name, b.text)
	c := &opt.Context{Module: m, Kernel: interp.Kernels(m)[b.number].Op, Chip: b.chip}
	for _, p := range passes {
		if err := opt.RunPass(c, p); err != nil {
			t.Fatalf("%s: %s: pass %s: %v", b.name, b.kernel.Name, p, err)
		}
		if err := ir.Verify(m, ir.Options{}); err != nil {
			t.Fatalf("%s: %s: after %s: %v\n%s\nwas\n%s", b.name, b.kernel.Name, p, err, m.Print(ir.PrintOptions{}), b.text)
		}
	}
	got, err := run(m, b.kernel.Name, launchOf(b.kernel, b.chip))
	if err != nil {
		t.Fatalf("%s: %s: after %v: %v\n%s\nwas\n%s", b.name, b.kernel.Name, passes, err, m.Print(ir.PrintOptions{}), b.text)
	}
	if !bytes.Equal(got, b.memory) {
		t.Fatalf("%s: %s: after %v memory differs\n%s\nwas\n%s", b.name, b.kernel.Name, passes, m.Print(ir.PrintOptions{}), b.text)
	}
	return m
}

// modules are files with kernels: of package ir, and the examples.
func modules(t testing.TB) map[string]string {
	found := map[string]string{}
	for _, pattern := range []string{"../../ir/testdata/*.mlir", "../../examples/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.Contains(filepath.Base(f), "errors") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for i, part := range strings.Split(string(text), "// -----") {
				m, err := ir.Parse(f, part)
				if err != nil || ir.Verify(m, ir.Options{}) != nil {
					continue
				}
				found[fmt.Sprintf("%s#%d", filepath.Base(f), i)] = part
			}
		}
	}
	return found
}

// TestFiles runs every kernel of the files before and after each pass, and after
// all of them.
func TestFiles(t *testing.T) {
	ran := 0
	for name, text := range modules(t) {
		for _, chip := range arch.Chips {
			for _, b := range baselines(t, name, text, chip) {
				ran++
				b.same(t, opt.Pipeline()...)
				if chip != arch.Chips[0] {
					continue
				}
				for _, p := range opt.Passes() {
					b.same(t, append(p.After[:len(p.After):len(p.After)], p.Name)...)
				}
			}
		}
	}
	if t.Logf("%d kernels", ran); ran < 20 {
		t.Errorf("only %d kernels ran", ran)
	}
}
