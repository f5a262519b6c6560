package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
)

// tryAll runs everything in a module with arguments of zeros.
func tryAll(m *ir.Module) {
	limits := interp.Limits{Steps: 20000, Memory: 1 << 22, Depth: 20}
	for _, k := range interp.Kernels(m) {
		params, err := k.Params()
		if err != nil {
			continue
		}
		var args []interp.Arg
		for _, p := range params {
			for _, part := range p.Parts {
				if part == "pointer" {
					args = append(args, interp.Pointer(&interp.Buffer{Data: make([]byte, 4096)}))
					continue
				}
				size := int64(8)
				if part != "i64" {
					if size, err = interp.ValueBytes(p.Type); err != nil || size > 1<<16 {
						size = 8
					}
				}
				args = append(args, interp.Bytes(make([]byte, size)))
			}
		}
		block := k.Block
		if block == [3]uint32{} {
			block = [3]uint32{66, 1, 1}
		}
		_, _ = interp.Run(m, interp.Launch{Kernel: k.Name, Chip: &arch.GFX950, Grid: [3]uint32{2, 1, 1}, Block: block, Args: args, Limits: limits})
		// As a host function: with the values that zeros make.
		if k.Op.Name() == "func.func" {
			var values []interp.Value
			for _, p := range params {
				switch t := p.Type.(type) {
				case *ir.MemRefType:
					v, err := interp.MemRefOf(t, &interp.Buffer{Data: make([]byte, 4096)})
					if err != nil {
						v = interp.Value{}
					}
					values = append(values, v)
				case *ir.VectorType:
					if t.Len() > 1<<10 {
						return
					}
					values = append(values, interp.Value{Vec: make([]interp.Elem, t.Len())})
				default:
					values = append(values, interp.Value{})
				}
			}
			_, _ = interp.Call(m, k.Name, values, limits)
		}
	}
}

// goldens are the modules of package ir's tests, and those of this package.
func goldens(t testing.TB) []string {
	files, err := filepath.Glob("../testdata/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal("no modules: ", err)
	}
	texts := []string{saxpy, gemm, kernel(`"gpu.barrier"() : () -> ()`)}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(b))
	}
	return texts
}

// Modules that verify run or are refused, and nothing panics.
func TestGoldenModules(t *testing.T) {
	run := 0
	for _, text := range goldens(t) {
		m, err := ir.Parse("golden.mlir", text)
		if err != nil {
			continue
		}
		if ir.Verify(m, ir.Options{}) != nil {
			continue
		}
		run++
		tryAll(m)
	}
	if run < 10 {
		t.Errorf("only %d modules were run", run)
	}
}

func FuzzRun(f *testing.F) {
	for _, text := range goldens(f) {
		if len(text) < 20000 {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20000 {
			return
		}
		m, err := ir.Parse("fuzz.mlir", text)
		if err != nil {
			return
		}
		if ir.Verify(m, ir.Options{Chip: &arch.GFX950}) != nil {
			return
		}
		tryAll(m)
	})
}
