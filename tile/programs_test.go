package tile_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/verify"
)

// printed builds a program and returns what it prints.
func printed(t *testing.T, name string, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", program, "../examples/gallery/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// simulated simulates the kernel that a program prints, with all sanitizers, and returns
// the last buffer.
func simulated(t *testing.T, name string, grid [3]uint32, args ...interp.Arg) []byte {
	t.Helper()
	c := verify.Case{Name: name + ".mlir", Text: printed(t, name), Chip: &arch.GFX950, Grid: grid, Args: args}
	r, err := verify.Run(c, verify.Options{NoInterpreter: true})
	if err != nil {
		t.Fatal(err)
	}
	return r.Got[len(r.Got)-1]
}

// matrix is random numbers from -1 to 1, with few bits.
func matrix(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(r.IntN(257)-128) / 128
	}
	return x
}

func f32(name string, x []float64) interp.Arg {
	var b []byte
	for _, v := range x {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return interp.Pointer(&interp.Buffer{Name: name, Data: b})
}

func bf16(name string, x []float64) interp.Arg {
	var b []byte
	for _, v := range x {
		b = binary.LittleEndian.AppendUint16(b, uint16(math.Float32bits(float32(v))>>16))
	}
	return interp.Pointer(&interp.Buffer{Name: name, Data: b})
}

// near compares numbers.
func near(t *testing.T, got []byte, bytes int, want []float64, within float64) {
	t.Helper()
	for i, w := range want {
		code := uint32(0)
		if bytes == 2 {
			code = uint32(binary.LittleEndian.Uint16(got[2*i:])) << 16
		} else {
			code = binary.LittleEndian.Uint32(got[4*i:])
		}
		if g := float64(math.Float32frombits(code)); !(math.Abs(g-w) <= within) {
			t.Fatalf("element %d is %g, want %g", i, g, w)
		}
	}
}

// described are the arguments for a matrix whose size the launch gives.
func described(m interp.Arg, rows, cols uint64) []interp.Arg {
	list := []interp.Arg{m, m}
	for _, n := range []uint64{0, rows, cols, cols, 1} {
		list = append(list, interp.Bytes(binary.LittleEndian.AppendUint64(nil, n)))
	}
	return list
}

func TestProgramSoftmax(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const rows, cols = 6, 1500
	x := matrix(r, rows*cols)
	for i := range x {
		x[i] *= 30
	}
	var want []float64
	for row := range rows {
		sum := 0.0
		for _, v := range x[row*cols : (row+1)*cols] {
			sum += math.Exp(v)
		}
		for _, v := range x[row*cols : (row+1)*cols] {
			want = append(want, math.Exp(v)/sum)
		}
	}
	args := append(described(f32("x", x), rows, cols), described(f32("y", make([]float64, rows*cols)), rows, cols)...)
	near(t, simulated(t, "softmax", [3]uint32{2, 1, 1}, args...), 4, want, 1e-6)
}

func TestProgramLayernorm(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	const rows, cols = 1000, 1536
	x, gamma, beta := matrix(r, rows*cols), matrix(r, cols), matrix(r, cols)
	y := make([]float64, rows*cols)
	c := verify.Case{Name: "layernorm.mlir", Text: printed(t, "layernorm"), Chip: &arch.GFX950, Grid: [3]uint32{250, 1, 1}, Workgroups: []int{0, 249},
		Args: []interp.Arg{bf16("x", x), bf16("y", y), f32("gamma", gamma), f32("beta", beta)}}
	result, err := verify.Run(c, verify.Options{NoInterpreter: true})
	if err != nil {
		t.Fatal(err)
	}
	want := y // of other workgroups' rows
	for _, row := range []int{0, 1, 2, 3, 996, 997, 998, 999} {
		mean, variance := 0.0, 0.0
		for _, v := range x[row*cols : (row+1)*cols] {
			mean += v / cols
		}
		for _, v := range x[row*cols : (row+1)*cols] {
			variance += (v - mean) * (v - mean) / cols
		}
		for col := range cols {
			want[row*cols+col] = (x[row*cols+col]-mean)/math.Sqrt(variance+1e-5)*gamma[col] + beta[col]
		}
	}
	near(t, result.Got[1], 2, want, 1.0/128)
}

func TestProgramGEMM(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const m, n, k = 200, 300, 136
	a, b := matrix(r, m*k), matrix(r, n*k)
	want := make([]float64, m*n)
	for i := range m {
		for j := range n {
			for l := range k {
				want[i*n+j] += a[i*k+l] * b[j*k+l]
			}
		}
	}
	near(t, simulated(t, "gemm", [3]uint32{3, 2, 1}, bf16("a", a), bf16("b", b), f32("d", make([]float64, m*n))), 4, want, 1e-4)
}

func TestProgramRMSNorm(t *testing.T) {
	dir := t.TempDir()
	out := printed(t, "rmsnorm", "-o", dir)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(arch.Chips) {
		t.Fatalf("printed %q", out)
	}
	for i, chip := range arch.Chips {
		if !strings.HasPrefix(lines[i], chip.Name+": ") || !strings.Contains(lines[i], "greatest error") || strings.Contains(lines[i], "e-05") {
			t.Errorf("printed %q", lines[i])
		}
		if _, err := os.Stat(filepath.Join(dir, "rmsnorm-"+chip.Name+".hsaco")); err != nil {
			t.Error(err)
		}
	}
}

// TestOutside is what docs/tile.md says about kernels in a module of one's own: it
// makes one, offline.
func TestOutside(t *testing.T) {
	heddle, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"softmax", "rmsnorm"} {
		dir := t.TempDir()
		text, err := os.ReadFile(filepath.Join("..", "examples", "gallery", name, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "main.go"), text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{
			{"go", "mod", "init", "example.com/kernels"},
			{"go", "mod", "edit", "-require=heddle@v0.0.0", "-replace=heddle=" + heddle},
			{"cp", filepath.Join(heddle, "go.sum"), "."},
			{"go", "build", "-mod=mod", "-o", "kernels", "."},
			{"./kernels"},
		} {
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %s: %v\n%s", name, strings.Join(command, " "), err, out)
			}
		}
	}
}
