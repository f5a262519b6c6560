package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/launch"
)

// TestGEMMFiles multiplies integers that every type has, read from files, and
// expects the exact result in the file of D.
func TestGEMMFiles(t *testing.T) {
	for i, c := range []struct {
		flags   string
		a, b, d string // types of the files
		layout  string
		m, n, k int
		batch   int
		shared  string // operands that all batches share
	}{
		{"--dtype f32", "f32", "f32", "f32", "nn", 5, 7, 9, 1, ""},
		{"--dtype bf16 --lda 33 --ldb 41 --ldd 50 --ldc 48", "bf16", "bf16", "bf16", "nt", 33, 17, 20, 1, ""},
		{"--dtype f16 --out f32 --stride-a 0 --ldd 23", "f16", "f16", "f32", "tn", 20, 21, 22, 3, "a"},
		{"--dtype f64 --stride-b 0", "f64", "f64", "f64", "tt", 19, 34, 3, 2, "b"},
		{"--dtype i8 --split-k 2", "i8", "i8", "i32", "nn", 40, 30, 130, 1, ""},
		{"--a-type fp8 --b-type bf8 --mcpu gfx942", "fp8fnuz", "bf8fnuz", "f32", "nt", 16, 16, 31, 1, ""},
		{"--a-type bf8 --b-type fp8 --out bf16", "bf8", "fp8", "bf16", "tn", 16, 40, 16, 2, ""},
		{"--dtype mxfp8", "fp8", "fp8", "f32", "nt", 17, 16, 64, 1, ""},
		{"--dtype mxfp6 --out bf16", "fp6", "fp6", "bf16", "nt", 17, 33, 36, 1, ""},
		{"--a-type mxfp4 --b-type mxfp6 --stride-b 0", "fp4", "fp6", "f32", "nt", 33, 16, 44, 2, "b"},
	} {
		t.Run(c.flags, func(t *testing.T) {
			dir := t.TempDir()
			r := rand.New(rand.NewPCG(uint64(i), 5))
			file := func(name string) string { return filepath.Join(dir, name+".npy") }
			// The values are 0, 1 and -1, which even fp4 and bf8 have.
			put := func(name, typ string, batches, rows, cols int) []int {
				v := make([]int, batches*rows*cols)
				for i := range v {
					v[i] = r.IntN(3) - 1
				}
				saveMatrix(t, file(name), typ, batches, rows, cols, v)
				return v
			}
			batches := func(name string) int {
				if c.shared == name {
					return 1
				}
				return c.batch
			}
			ar, ac, br, bc := c.m, c.k, c.k, c.n
			if c.layout[0] == 't' {
				ar, ac = ac, ar
			}
			if c.layout[1] == 't' {
				br, bc = bc, br
			}
			a, b := put("a", c.a, batches("a"), ar, ac), put("b", c.b, batches("b"), br, bc)
			cc := put("c", c.d, c.batch, c.m, c.n)
			biasType := map[string]string{"f64": "f64", "i32": "i32"}[c.d]
			if biasType == "" {
				biasType = "f32"
			}
			bias := put("bias", biasType, 1, 1, c.n)
			args := fmt.Sprintf("run gemm %s --layout %s -m %d -n %d -k %d --batch %d --a %s --b %s --c %s --beta 2 --bias %s --d %s --check all",
				c.flags, c.layout, c.m, c.n, c.k, c.batch, file("a"), file("b"), file("c"), file("bias"), file("d"))
			scale := func(row, k int) int { return 0 }
			if strings.Contains(c.flags, "mx") {
				blocks := (c.k + 31) / 32
				scales := make([]byte, c.m*blocks*batches("a"))
				for i := range scales {
					scales[i] = byte(127 + i%2)
				}
				scale = func(row, k int) int { return (row*blocks + k/32) % 2 }
				shape := []int{c.m, blocks}
				if c.batch > 1 {
					shape = []int{c.batch, c.m, blocks}
				}
				ones := make([]byte, c.n*blocks)
				for i := range ones {
					ones[i] = 127
				}
				writeNPY(t, file("as"), &launch.Array{Descr: "u1", Shape: shape, Data: scales})
				writeNPY(t, file("bs"), &launch.Array{Descr: "u1", Shape: []int{c.n, blocks}, Data: ones})
				args += fmt.Sprintf(" --a-scale %s --b-scale %s", file("as"), file("bs"))
			}
			if code, out, errs := heddle(strings.Fields(args)...); code != exitOK {
				t.Fatalf("exit code %d\n%s\n%s%s", code, args, out, errs)
			}
			got, err := launch.ReadNPY(file("d"))
			if err != nil {
				t.Fatal(err)
			}
			e, err := launch.ParseElement(c.d)
			if err != nil {
				t.Fatal(err)
			}
			want := []int{c.batch, c.m, c.n}
			if c.batch == 1 {
				want = want[1:]
			}
			if !slices.Equal(got.Shape, want) || !e.Fits(got.Descr) {
				t.Fatalf("D has the shape %v of %s, want %v of %s", got.Shape, got.Descr, want, c.d)
			}
			at := func(v []int, trans bool, rows, cols, batch, row, col int) int {
				if len(v) == rows*cols {
					batch = 0
				}
				if trans {
					return v[batch*rows*cols+col*rows+row]
				}
				return v[batch*rows*cols+row*cols+col]
			}
			for batch := range c.batch {
				for m := range c.m {
					for n := range c.n {
						want := bias[n] + 2*cc[(batch*c.m+m)*c.n+n]
						for k := range c.k {
							scaleRow := m
							if batches("a") > 1 {
								scaleRow += batch * c.m
							}
							want += at(a, c.layout[0] == 't', c.m, c.k, batch, m, k) << scale(scaleRow, k) * at(b, c.layout[1] == 't', c.k, c.n, batch, k, n)
						}
						if v := e.Float(e.Raw(got.Data, (batch*c.m+m)*c.n+n)); v != float64(want) {
							t.Fatalf("D[%d,%d,%d] is %v, want %d", batch, m, n, v, want)
						}
					}
				}
			}
		})
	}
}

// saveMatrix writes integers as elements of a type; types of less than a byte
// packed row by row. A vector is a matrix of one row.
func saveMatrix(t *testing.T, name, typ string, batches, rows, cols int, v []int) {
	t.Helper()
	e, err := launch.ParseElement(typ)
	if err != nil {
		t.Fatal(err)
	}
	rowBytes := (cols*e.Bits + 7) / 8
	data := make([]byte, batches*rows*rowBytes)
	for i, x := range v {
		row, bit := i/cols, i%cols*e.Bits
		raw := e.FromFloat(float64(x))
		for k := range e.Bits {
			data[row*rowBytes+(bit+k)/8] |= byte(raw>>k&1) << ((bit + k) % 8)
		}
	}
	shape := []int{rows, rowBytes * 8 / max(e.Bits, 8)}
	if e.Bits < 8 {
		shape[1] = rowBytes
	}
	if batches > 1 {
		shape = append([]int{batches}, shape...)
	}
	if rows == 1 && batches == 1 {
		shape = shape[1:]
	}
	writeNPY(t, name, &launch.Array{Descr: e.Descr, Shape: shape, Data: data})
}

func writeNPY(t *testing.T, name string, a *launch.Array) {
	t.Helper()
	if err := os.WriteFile(name, a.NPY(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestGEMMInfers checks that sizes and types come from files if flags do not give
// them.
func TestGEMMInfers(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.npy"), filepath.Join(dir, "b.npy")
	saveMatrix(t, a, "f16", 2, 20, 30, make([]int, 1200))
	saveMatrix(t, b, "f16", 2, 40, 20, make([]int, 1600))
	mx := filepath.Join(dir, "mx.npy")
	saveMatrix(t, mx, "fp6", 1, 20, 36, make([]int, 720))
	for _, c := range []struct{ args, want string }{
		{"--layout tt --a " + a + " --b " + b, "2 30 40 20 f16 f16"},
		{"--layout tt --b " + b, "2 1024 40 20 f16 f16"},
		{"--layout nt --dtype mxfp6 --a " + mx, "1 20 1024 36 mxfp6 f32"},
		{"--layout tt --n 7 --a " + a + " --stride-b 0", "2 30 7 20 f16 f16"},
	} {
		code, out, errs := heddle(append([]string{"run", "gemm", "--json"}, strings.Fields(c.args)...)...)
		var doc gemmJSON
		if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK {
			t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
		}
		p := doc.Problem
		if got := fmt.Sprint(p.Batch, p.M, p.N, p.K, " ", p.A, " ", p.Out); got != c.want {
			t.Errorf("%s: the problem is %s, want %s", c.args, got, c.want)
		}
	}
}

// TestGEMMJSON checks that nothing but the host object of the document depends on
// the run, and that nothing is missing.
func TestGEMMJSON(t *testing.T) {
	args := strings.Fields("run gemm -m 100 -n 90 -k 200 --split-k 2 --reduce kernel --bias --act gelu --check all --json --schedule random:3")
	var docs [2]map[string]any
	for i := range docs {
		code, out, errs := heddle(args...)
		if err := json.Unmarshal([]byte(out), &docs[i]); err != nil || code != exitOK || errs != "" {
			t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
		}
		host, _ := docs[i]["host"].(map[string]any)
		if len(host) == 0 || docs[i]["schema"] != "heddle.gemm/v1" || docs[i]["passed"] != true {
			t.Errorf("the document is %s", out)
		}
		delete(docs[i], "host")
	}
	first, second := fmt.Sprint(docs[0]), fmt.Sprint(docs[1])
	if first != second {
		t.Errorf("two runs differ:\n%s\n%s", first, second)
	}
	for _, key := range []string{"problem", "tiles", "steps", "compared", "findings", "checks", "schedule"} {
		if docs[0][key] == nil {
			t.Errorf("the document has no %q", key)
		}
	}
	steps, _ := docs[0]["steps"].([]any)
	if len(steps) != 2 {
		t.Fatalf("%d steps", len(steps))
	}
	step, _ := steps[0].(map[string]any)
	for _, key := range []string{"name", "vgprs", "agprs", "sgprs", "spilledVgprs", "ldsBytes", "wavesPerSimd", "loops", "grid", "block", "mfmaPerIteration", "ran"} {
		if step[key] == nil {
			t.Errorf("a step has no %q", key)
		}
	}
}
