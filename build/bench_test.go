package build_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// source writes the text of a module with one kernel.
type source struct {
	b      strings.Builder
	n      int // values so far
	ops    int
	indent string
}

// op writes an operation with one result and returns its name.
func (s *source) op(format string, args ...any) string {
	s.n++
	s.ops++
	name := fmt.Sprintf("%%v%d", s.n)
	fmt.Fprintf(&s.b, "%s%s = %s\n", s.indent, name, fmt.Sprintf(format, args...))
	return name
}

func (s *source) do(format string, args ...any) {
	s.ops++
	fmt.Fprintf(&s.b, s.indent+format+"\n", args...)
}

func (s *source) index(n int) string {
	return s.op(`"arith.constant"() <{value = %d : index}> : () -> index`, n)
}

const memory = "memref<?xf32>"

// module puts a kernel's body into a module. Its parameters are %a and %b, of
// dynamic size, and an i32 %n.
func (s *source) module(body func()) string {
	s.b.WriteString("\"gpu.module\"() <{sym_name = \"m\"}> ({\n  \"gpu.func\"() <{function_type = (" + memory + ", " + memory + ", i32) -> (), known_block_size = array<i32: 256, 1, 1>}> ({\n  ^bb0(%a: " + memory + ", %b: " + memory + ", %n: i32):\n")
	s.indent = "    "
	body()
	s.do(`"gpu.return"() : () -> ()`)
	s.b.WriteString("  }) {gpu.kernel, sym_name = \"k\"} : () -> ()\n}) : () -> ()\n")
	return s.b.String()
}

// mixedKernel has about n operations: arithmetic on floats and integers, loads,
// stores, and a loop every so often.
func mixedKernel(n int) string {
	s := &source{}
	return s.module(func() {
		i := s.op(`"gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> index`)
		zero, one, trip := s.index(0), s.index(1), s.index(10)
		x := s.op(`"memref.load"(%%a, %s) : (%s, index) -> f32`, i, memory)
		k := "%n"
		for s.ops < n {
			at := s.op(`"arith.addi"(%s, %s) : (index, index) -> index`, i, s.index(s.ops*7%4096))
			y := s.op(`"memref.load"(%%a, %s) : (%s, index) -> f32`, at, memory)
			for step := range 6 {
				x = s.op(`"arith.%s"(%s, %s) : (f32, f32) -> f32`, [...]string{"mulf", "addf", "subf"}[step%3], x, y)
				k = s.op(`"arith.%s"(%s, %s) : (i32, i32) -> i32`, [...]string{"muli", "xori", "addi"}[step%3], k, s.op(`"arith.constant"() <{value = %d : i32}> : () -> i32`, s.ops*2654435761%(1<<31)))
			}
			f := s.op(`"arith.sitofp"(%s) : (i32) -> f32`, k)
			s.do(`"memref.store"(%s, %%b, %s) : (f32, %s, index) -> ()`, f, at, memory)
			if s.ops%5 == 0 {
				s.n++
				r, arg, acc := fmt.Sprintf("%%r%d", s.n), fmt.Sprintf("%%i%d", s.n), fmt.Sprintf("%%c%d", s.n)
				s.do(`%s = "scf.for"(%s, %s, %s, %s) ({`, r, zero, trip, one, x)
				s.b.WriteString("    ^bb1(" + arg + ": index, " + acc + ": f32):\n")
				j := s.op(`"arith.addi"(%s, %s) : (index, index) -> index`, arg, at)
				z := s.op(`"memref.load"(%%a, %s) : (%s, index) -> f32`, j, memory)
				s.do(`"scf.yield"(%s) : (f32) -> ()`, s.op(`"arith.addf"(%s, %s) : (f32, f32) -> f32`, acc, z))
				s.do(`}) : (index, index, index, f32) -> f32`)
				x = r
			}
		}
		s.do(`"memref.store"(%s, %%b, %s) : (f32, %s, index) -> ()`, x, i, memory)
	})
}

// unrolledKernel is like an unrolled matrix multiplication: steps of loads, matrix
// instructions on 4 x 4 tiles of accumulators, and arithmetic between.
func unrolledKernel(steps int) string {
	s := &source{}
	return s.module(func() {
		i := s.op(`"gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> index`)
		var acc [16]string
		for k := range acc {
			acc[k] = s.op(`"arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>`)
		}
		for step := range steps {
			var x, y [4]string
			for k := range 4 {
				at := s.op(`"arith.addi"(%s, %s) : (index, index) -> index`, i, s.index((step*4+k)*64))
				v := s.op(`"vector.load"(%%a, %s) : (%s, index) -> vector<4xf32>`, at, memory)
				x[k] = s.op(`"arith.truncf"(%s) : (vector<4xf32>) -> vector<4xf16>`, v)
				w := s.op(`"vector.load"(%%b, %s) : (%s, index) -> vector<4xf32>`, at, memory)
				w = s.op(`"arith.mulf"(%s, %s) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>`, w, v)
				y[k] = s.op(`"arith.truncf"(%s) : (vector<4xf32>) -> vector<4xf16>`, w)
			}
			for k := range acc {
				acc[k] = s.op(`"amdgpu.mfma"(%s, %s, %s) <{m = 16 : i32, n = 16 : i32, k = 16 : i32, blocks = 1 : i32, cbsz = 0 : i32, abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>`, x[k/4], y[k%4], acc[k])
			}
		}
		for k := range acc {
			at := s.op(`"arith.addi"(%s, %s) : (index, index) -> index`, i, s.index(k*1024))
			s.do(`"vector.store"(%s, %%b, %s) : (vector<4xf32>, %s, index) -> ()`, acc[k], at, memory)
		}
	})
}

// instructions is the number of a kernel's machine instructions.
func instructions(r *build.Result) int {
	n := 0
	for _, x := range r.Kernels[0].Code.Stats.All {
		n += x
	}
	return n
}

// compileText is the whole way from text to a code object.
func compileText(tb testing.TB, text string) *build.Result {
	m, err := ir.Parse("bench.mlir", text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: &arch.GFX950})
	}
	if err != nil {
		tb.Fatal(err)
	}
	r, err := build.MLIR(m, build.Options{Chip: &arch.GFX950})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// BenchmarkCompile compiles MLIR text to a code object.
func BenchmarkCompile(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"mixed/1000 operations", mixedKernel(1000)},
		{"unrolled/20000 instructions", unrolledKernel(336)},
	} {
		b.Run(c.name, func(b *testing.B) {
			n, start := 0, cpuTime()
			for b.Loop() {
				n = instructions(compileText(b, c.text))
			}
			b.ReportMetric(float64(n), "instructions")
			b.ReportMetric((cpuTime()-start).Seconds()*1e3/float64(b.N), "cpu-ms/op")
		})
	}
	for size := 1000; size <= 32000; size *= 2 {
		text := mixedKernel(size)
		b.Run(fmt.Sprintf("growth/%d", size), func(b *testing.B) {
			start := cpuTime()
			for b.Loop() {
				compileText(b, text)
			}
			each := (cpuTime() - start).Seconds() / float64(b.N)
			b.ReportMetric(each*1e3, "cpu-ms/op")
			b.ReportMetric(each*1e9/(float64(size)*math.Log2(float64(size))), "cpu-ns/(n·log₂n)")
		})
	}
}

// TestCompileGrowth: the time to compile n operations grows no faster than
// n log n, by the slope of a line through the logarithms of the CPU times from 1,000
// to 8,000 operations. The bound has room for a busy machine: the slope of n log n
// is 1.1 there, that of n^2 is 2.
func TestCompileGrowth(t *testing.T) {
	var x, y []float64
	for size := 1000; size <= 8000; size *= 2 {
		text := mixedKernel(size)
		best := math.Inf(1)
		for range 3 {
			start := cpuTime()
			compileText(t, text)
			best = min(best, (cpuTime() - start).Seconds())
		}
		x, y = append(x, math.Log(float64(size))), append(y, math.Log(best))
		t.Logf("%6d operations: %6.1f ms", size, best*1e3)
	}
	slope := fit(x, y)
	t.Logf("time grows like n^%.2f", slope)
	if slope > 1.5 {
		t.Errorf("time grows like n^%.2f", slope)
	}
}

// fit is the slope of the line through the points, by least squares.
func fit(x, y []float64) float64 {
	var sx, sy, sxx, sxy float64
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
