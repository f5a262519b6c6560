package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/launch"
	"heddle/long"
	"heddle/sim/sanitize"
	"heddle/verify"
)

// heddle runs the command in this process.
func heddle(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

// saveNPY writes an array to a new file.
func saveNPY(t *testing.T, a *launch.Array) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.npy")
	if err := os.WriteFile(name, a.NPY(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// ofRun matches the flags that build gemm does not have.
var ofRun = regexp.MustCompile(`--(c|d|seed|[ab]-scale)\b[ =]`)

// TestGEMMNonsense checks that flags that make no sense get one clear line each,
// and that nothing is written.
func TestGEMMNonsense(t *testing.T) {
	t.Chdir(t.TempDir())
	f32 := saveNPY(t, &launch.Array{Descr: "f4", Shape: []int{64, 32}, Data: make([]byte, 64*32*4)})
	bytes32 := saveNPY(t, &launch.Array{Descr: "u1", Shape: []int{64, 32}, Data: make([]byte, 64*32)})
	bf16 := saveNPY(t, &launch.Array{Descr: "u2", Shape: []int{64, 32}, Data: make([]byte, 64*32*2)})
	f16 := saveNPY(t, &launch.Array{Descr: "f2", Shape: []int{64, 32}, Data: make([]byte, 64*32*2)})
	int64s := saveNPY(t, &launch.Array{Descr: "i8", Shape: []int{64, 32}, Data: make([]byte, 64*32*8)})
	int32s := saveNPY(t, &launch.Array{Descr: "i4", Shape: []int{64, 32}, Data: make([]byte, 64*32*4)})
	scalar := saveNPY(t, &launch.Array{Descr: "f4", Shape: nil, Data: make([]byte, 4)})
	f32x3 := saveNPY(t, &launch.Array{Descr: "f4", Shape: []int{3, 8, 32}, Data: make([]byte, 3*8*32*4)})
	vector := saveNPY(t, &launch.Array{Descr: "f4", Shape: []int{64}, Data: make([]byte, 64*4)})
	const noFile, notArray = "'nowhere.npy': no such file", "not a .npy file"
	text := filepath.Join(t.TempDir(), "text.npy")
	if err := os.WriteFile(text, []byte("1 2 3"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		// sizes
		{"-m 0", "-m: 0 "}, {"-m -5", "-m: -5 "}, {"-n -1", "-n: -1 "}, {"-k 0", "-k: 0 "},
		{"-m 4294967296", "-m: 4294967296 "}, {"-m 9223372036854775807", "-m: "}, {"-m 99999999999999999999", "range"},
		{"-m x", "-m"}, {"-m 1.5", "-m"}, {"-m", "-m"}, {"--batch 0", "--batch: 0 "}, {"--batch -2", "--batch: -2 "}, {"--batch 100000", "--batch: 100000 "},
		{"-m 2147483647 -n 2147483647 -k 1", "2^47 bytes"}, {"-m 2147483647 -k 2147483647", "2^47 bytes"},
		{"-m 2147483647 -k 32 --batch 65535 --dtype f64", "2^47 bytes"},
		// leading dimensions and strides
		{"--lda 1023", "--lda: 1023 "}, {"--lda 0", "--lda: 0 "}, {"--lda -1", "--lda: -1 "},
		{"--layout tn -m 100 --lda 99", "--lda: 99 "}, {"--layout nn -n 100 --ldb 99", "--ldb: 99 "}, {"--ldb 1000", "--ldb: 1000 "},
		{"-n 100 --ldc 99", "--ldc: 99 "}, {"-n 100 --ldd 99", "--ldd: 99 "}, {"--lda 9223372036854775807", "--lda: "},
		{"--batch 2 --stride-d 5", "--stride-d: "}, {"--batch 2 --stride-d 0", "--stride-d: "}, {"--batch 2 --stride-a -5", "--stride-a: -5 "},
		{"--batch 2 --stride-a 5", "--stride-a: 5 is shorter than a stored row"}, {"--batch 2 -n 8 --ldd 17 --stride-d 7", "need 17399 or more, or 8 to 9 "},
		{"--stride-b -1", "--stride-b: -1 "}, {"--batch 3 --stride-b 9223372036854775807", "--stride-b: "},
		// types
		{"--dtype f17", `--dtype: unknown type "f17"`}, {"--dtype bf61", "bf16"}, {"--dtype i32", "i32"}, {"--a-type f16 --b-type bf16", "--b-type: "},
		{"--a-type fp8 --b-type f16", "--b-type: "}, {"--dtype f16 --a-type f32", "--dtype: "}, {"--dtype f64 --out f32", "--out: f32 "},
		{"--dtype f16 --out i32", "--out: i32 "}, {"--dtype f32 --out f64", "--out: f64 "}, {"--out i8", "--out: "}, {"--dtype i8 --out f64", "--out: "}, {"--out f20", "--out: "},
		{"--dtype mxfp4 --mcpu gfx942", "gfx950"}, {"--dtype mxfp6 --mcpu gfx942", "use fp8 or bf8"}, {"--dtype mxfp8 --layout nn", "--layout: "},
		{"--a-type mxfp4 --b-type fp8", "--b-type: "}, {"--dtype mxfp4 --lda 1025", "1025 elements"}, {"--dtype mxfp6 -k 33 --lda 34", "34 elements"},
		{"--mcpu gfx90a", "gfx942, gfx950"}, {"--mcpu", "--mcpu"},
		{"--dtype fp4", "did you mean mxfp4?"}, {"--dtype BF16", "did you mean bf16?"}, {"--out bf17", "need f32, f16, bf16, f64, i32, fp8; did you mean bf16?"},
		// what is done to the result
		{"--layout xx", "--layout: "}, {"--layout n", "--layout: "}, {"--act tanh", "--act: "}, {"--act gelu-erv", "gelu-erf"},
		{"--alpha nan", "--alpha: "}, {"--beta inf", "--beta: "}, {"--scale 0", "--scale: "}, {"--alpha x", "--alpha"}, {"--alpha 1e300", "--alpha: "},
		{"--split-k 0", "--split-k: 0 "}, {"--split-k -3", "--split-k: -3 "}, {"--split-k 100000", "--split-k: 100000 "},
		{"--cache-swizzle maybe", "--cache-swizzle: "}, {"--cache-swizzle on -k 8192", "--cache-swizzle: on is not possible for A: "},
		{"--cache-swizzle on -n 8192 -k 64", "need auto, or another --ldd"},
		// files
		{"--a nowhere.npy", noFile}, {"--b " + text, notArray}, {"--bias nowhere.npy", noFile}, {"--bias=nowhere.npy", noFile},
		{"--a " + f32 + " -m 65 -k 32 --dtype f32", "has the shape 64x32; it must be 65x32"}, {"--a " + f32 + " -k 31 --dtype f32", "64x31"},
		{"--a " + f32 + " --layout tn -m 64 --dtype f32", "64x32; it must be 64x64"}, {"--a " + f32 + " --batch 2 --dtype f32", "2x64x32"},
		{"--a " + f32 + " --dtype bf16", `the file has float32 ("f4") elements; bf16 is stored in files of uint16 ("u2") (--dtype f32?)`}, {"--a " + bf16 + " --dtype f32", `the file has uint16 ("u2") elements; f32 is stored in files of float32 ("f4")`}, {"--a " + vector + " --dtype f32", "has the shape 64"},
		{"--a " + bf16 + " --b " + bf16 + " --layout nn", "--b "}, {"--c " + f32 + " --out f32", "--c: C is read only if --beta"},
		{"--c " + f32 + " --out f32 --beta 1", "1024x1024"}, {"--bias " + vector, "1024"}, {"--bias " + bf16 + " -n 64", `has uint16 ("u2") elements`},
		{"--a-scale " + bytes32, "--a-scale: "}, {"--dtype mxfp4 -k 64 --a-scale " + bytes32, "1024x2"}, {"--dtype mxfp4 -m 64 -k 32 --a " + bytes32, "64x16, in bytes of packed fp4"},
		{"--a", "--a needs a value"}, {"-m", "-m needs a value"}, {"--a= -m 4", "--a: the file name is empty"}, {"--bias=", "--bias: the file name is empty"}, {"--d=", "--d: the file name is empty"},
		{"--a " + f32 + " --b " + f16, "f16 elements, but the file of --a has f32"}, {"--a " + int64s + " --dtype i8", `int64 ("i8") elements; i8 is stored in files of int8 ("i1")`},
		{"--a " + int32s + " --dtype f32", `int32 ("i4") elements; f32 is stored in files of float32`}, {"--a " + scalar + " --dtype f32", "has the shape () of a single number"},
		{"--a " + f32x3 + " --batch 3 --stride-a 128 -m 8 -k 32 --dtype f32", "--stride-a: at 128 the batches of A overlap"},
		// the rest
		{"more", `unexpected "more"`}, {"--bias b c", `unexpected "c"`}, {"--dtypes f16", "did you mean --dtype"}, {"--emit exe", "--emit"}, {"--seed -1", "--seed"},
	} {
		for _, command := range []string{"run", "build"} {
			if ofRun.MatchString(c.args) && command == "build" {
				c.want = "unknown flag -"
			}
			code, out, errs := heddle(append([]string{command, "gemm"}, strings.Fields(c.args)...)...)
			line, rest, _ := strings.Cut(errs, "\n")
			expected := exitUsage
			if c.want == noFile || c.want == notArray {
				expected = exitRejected
			}
			if code != expected || !strings.HasPrefix(line, "heddle: error: ") || !strings.Contains(line, c.want) || out != "" {
				t.Errorf("%s gemm %s: exit code %d, want %d with %q; output %q\n%s", command, c.args, code, expected, c.want, out, errs)
			}
			if rest != "" && !strings.HasPrefix(rest, "Usage: ") && !strings.HasPrefix(rest, "Run 'heddle ") {
				t.Errorf("%s gemm %s: more than a line:\n%s", command, c.args, errs)
			}
		}
	}
	for _, c := range []struct{ args, want string }{
		{"--check everything", "--check"}, {"--schedule random", "seed"}, {"--soffset-check maybe", "--soffset-check"}, {"--engine warp", "--engine"},
		{"--workgroups some", "--workgroups"}, {"--workgroups 100000", "workgroups 0 to"}, {"--d d.npy --workgroups corners -m 300", "--d"}, {"--d -", "--d: D goes to a file"}, {"--workers -1", "--workers: -1 "}, {"--json --emit asm", "--json"},
	} {
		if code, _, errs := heddle(append([]string{"run", "gemm", "-m", "64", "-n", "64", "-k", "64"}, strings.Fields(c.args)...)...); code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("run gemm %s: exit code %d, want %d with %q\n%s", c.args, code, exitUsage, c.want, errs)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("files were written: %v, %v", left, err)
	}
	if code, out, _ := heddle("run", "gemm", "-m", "0", "--json"); code != exitUsage || !json.Valid([]byte(out)) {
		t.Errorf("--json: exit code %d, output %q", code, out)
	}
}

// TestGEMMFLOP: what 64 bits cannot count is not a small number.
func TestGEMMFLOP(t *testing.T) {
	for _, c := range []struct {
		m, n, k, batch int64
		want           uint64
	}{
		{3, 5, 7, 2, 420}, {1 << 20, 1 << 20, 1 << 20, 1, 1 << 61}, {1 << 21, 1 << 21, 1 << 21, 1, math.MaxUint64},
		{1 << 30, 1 << 30, 1 << 30, 1, math.MaxUint64}, {1 << 20, 1 << 20, 1 << 20, 9, math.MaxUint64},
	} {
		if got := flop(&gemm.Problem{M: c.m, N: c.n, K: c.k, Batch: c.batch}); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestGEMMOutcome checks what is said of a run that is wrong, and its exit code.
func TestGEMMOutcome(t *testing.T) {
	f32, err := gemm.TypeByName("f32")
	if err != nil {
		t.Fatal(err)
	}
	p := &gemm.Problem{Chip: &arch.GFX942, M: 2, N: 3, K: 4, A: f32, B: f32, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	stray := verify.Stray{Tensor: "a", Offset: 7, Value: 1}
	for _, c := range []struct {
		result  verify.GEMMRun
		verdict gemm.Report
		want    string
	}{
		{verify.GEMMRun{}, gemm.Report{Elements: 6}, ""},
		{verify.GEMMRun{}, gemm.Report{Elements: 6, Bad: 2}, "heddle: error: 2 of 6 elements of D differ from the exact value by more than their bound"},
		{verify.GEMMRun{Strays: []verify.Stray{stray}, StrayCount: 5}, gemm.Report{Elements: 6}, "heddle: error: 5 bytes written outside the results, the first at byte 7 of a"},
		{verify.GEMMRun{Findings: []sanitize.Finding{{Check: "races", Kernel: "gemm", Message: "a race"}}}, gemm.Report{Elements: 6}, "a race"},
	} {
		var errs bytes.Buffer
		s := &streams{out: io.Discard, err: &errs}
		f := &gemmRun{problem: p, result: &c.result, verdict: &c.verdict}
		want := exitOK
		if c.want != "" {
			want = exitRejected
		}
		if code := s.finish(f.outcome(s)); code != want || !strings.Contains(errs.String(), c.want) {
			t.Errorf("exit code %d, %q, want %d, %q", code, errs.String(), want, c.want)
		}
	}
}

// TestTimeUneven: of a product whose last workgroups have less work than the first ones, all are timed.
func TestTimeUneven(t *testing.T) {
	if !long.On() {
		t.Skip("with -long")
	}
	code, out, errs := heddle(strings.Fields("time gemm -m 8192 -n 8192 -k 8192 --mcpu gfx942 --tile 256x256x64 --wave-split 2x2 --matrix 32 --loop rotate --stages 1 --load registers --stream-k")...)
	if code != 0 || !strings.Contains(out, "all workgroups of one of 8 XCDs") {
		t.Errorf("exit code %d\n%s\n%s", code, errs, out)
	}
}
