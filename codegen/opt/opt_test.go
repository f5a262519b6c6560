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
				b := &interp.Buffer{Name: fmt.Sprint(i), Data: bytesOf(1<<16, uint64(i))}
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
	l := interp.Launch{Chip: chip, Grid: [3]uint32{2, 1, 1}, Limits: interp.Limits{Steps: 1 << 24}}
	if k.Block == ([3]uint32{}) {
		l.Block = [3]uint32{64, 1, 1}
	}
	return l
}

// same runs a kernel before and after passes and compares the memory. It reports
// false if the kernel does not run as it is.
func same(t *testing.T, name, text string, chip *arch.Chip, passes ...string) bool {
	t.Helper()
	ran := false
	for i, k := range interp.Kernels(parse(t, name, text)) {
		before := parse(t, name, text)
		want, err := run(before, k.Name, launchOf(k, chip))
		if err != nil {
			continue
		}
		ran = true
		m := parse(t, name, text)
		kernel := interp.Kernels(m)[i].Op
		c := &opt.Context{Module: m, Kernel: kernel, Chip: chip}
		for _, p := range passes {
			if err := opt.RunPass(c, p); err != nil {
				t.Fatalf("%s: %s: pass %s: %v", name, k.Name, p, err)
			}
			if err := ir.Verify(m, ir.Options{}); err != nil {
				t.Fatalf("%s: %s: after %s: %v\n%s\nwas\n%s", name, k.Name, p, err, m.Print(ir.PrintOptions{}), text)
			}
		}
		got, err := run(m, k.Name, launchOf(k, chip))
		if err != nil {
			t.Fatalf("%s: %s: after %v: %v\n%s\nwas\n%s", name, k.Name, passes, err, m.Print(ir.PrintOptions{}), text)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s: %s: after %v memory differs\n%s\nwas\n%s", name, k.Name, passes, m.Print(ir.PrintOptions{}), text)
		}
	}
	return ran
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
			if !same(t, name, text, chip, opt.Pipeline()...) {
				continue
			}
			ran++
			for _, p := range opt.Passes() {
				same(t, name, text, chip, p.Name)
			}
		}
	}
	if t.Logf("%d kernels", ran); ran < 20 {
		t.Errorf("only %d kernels ran", ran)
	}
}
