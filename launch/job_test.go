package launch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/sim"
)

// saxpy is a launch that a program fills in.
func saxpy(args ...string) *File {
	l := &File{Object: "../examples/saxpy.mlir", Buffers: Buffers{{Name: "x", Arg: "rand:f32[1000]"}, {Name: "y", Arg: "zero:f32[1000]"}},
		Dispatches: []*Dispatch{{Grid: []uint32{4}}}}
	for _, a := range args {
		l.Dispatches[0].Args = append(l.Dispatches[0].Args, Arg{Arg: a})
	}
	return l
}

// TestRun: a program gets the buffers, the reports and the outcomes of what it asks
// for, on the simulator and by the interpreter.
func TestRun(t *testing.T) {
	var wrong []float64
	for _, o := range []Options{
		{Target: "gfx950", Checks: []string{"all"}, Against: true},
		{Target: "gfx942", Interpret: true},
	} {
		l := saxpy("@x", "@y", "2", "1000")
		var told string
		o.Progress = func(kernel string) func(done, all int) {
			told = kernel
			return func(int, int) {}
		}
		zero := filepath.Join(t.TempDir(), "zero.npy")
		if err := os.WriteFile(zero, (&Array{Descr: "f4", Shape: []int{1000}, Data: make([]byte, 4000)}).NPY(), 0o666); err != nil {
			t.Fatal(err)
		}
		l.Expect = []Expectation{{Buffer: "y", File: zero, ATol: 2}, {Buffer: "y", File: zero}}
		r, err := l.Run(o)
		if err != nil {
			t.Fatal(err)
		}
		x, err := r.Buffers["x"].Floats()
		if err != nil {
			t.Fatal(err)
		}
		y, err := r.Args[0][1].Floats()
		if err != nil {
			t.Fatal(err)
		}
		for i := range y {
			if y[i] != 2*x[i] {
				wrong = append(wrong, y[i])
			}
		}
		if len(y) != 1000 || len(wrong) > 0 || told != "saxpy" && told != "kernels::saxpy" {
			t.Errorf("%d elements, wrong are %v; progress of %q", len(y), wrong, told)
		}
		if len(r.Expectations) != 2 || !r.Expectations[0].Passed || r.Expectations[1].Passed || r.Passed() {
			t.Errorf("%+v", r.Expectations)
		}
		if o.Interpret && (len(r.Interpreted) != 1 || r.Findings != nil) {
			t.Errorf("%+v", r)
		}
		if !o.Interpret && (len(r.Reports) != 1 || r.Findings == nil || !r.Against.Passed()) {
			t.Errorf("%+v", r)
		}
	}
}

// TestRunErrors: what the program has got wrong names fields, and an error at an
// instruction comes with what there is of the run.
func TestRunErrors(t *testing.T) {
	for _, c := range []struct {
		l    *File
		o    Options
		want string
	}{
		{saxpy("@x", "@y", "2", "1000"), Options{}, "target TARGET is missing"},
		{saxpy("@x", "@y", "2", "1000"), Options{Target: "gfx90a"}, "target: unknown processor"},
		{saxpy("@x", "@y", "2", "1000"), Options{Target: "gfx950", Checks: []string{"everything"}}, "check: "},
		{saxpy("@x", "@y", "2", "1000"), Options{Target: "gfx950", Workgroups: "some"}, "workgroups "},
		{saxpy("@x", "2", "2", "1000"), Options{Target: "gfx950"}, "arg 2: parameter 1 is memref"},
		{saxpy("@x", "@y"), Options{Target: "gfx950"}, "takes 4 arguments, 2 are given"},
	} {
		_, err := c.l.Run(c.o)
		var e *diag.FieldError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &e) && !e.Usage {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := (&File{}).Run(Options{}); err == nil {
		t.Error("nothing runs")
	}
	var at *sim.RunError
	if r, err := saxpy("@x", "@y", "2", "1000").Run(Options{Target: "gfx950", Sim: sim.Options{MaxInstructions: 3}}); !errors.As(err, &at) || r == nil || len(r.Args) != 1 {
		t.Errorf("%v, %v", err, r)
	}
}

// TestMissingArgs: an error about missing arguments has forms that they take, in the order of the parameters.
func TestMissingArgs(t *testing.T) {
	for _, c := range []struct {
		arg  hsaco.Arg
		want string
	}{
		{hsaco.Arg{ValueKind: "global_buffer", Size: 8}, "zero:f32[1024]"},
		{hsaco.Arg{ValueKind: "global_buffer", Size: 8, TypeName: "ushort*"}, "zero:u16[1024]"},
		{hsaco.Arg{ValueKind: "global_buffer", Size: 8, TypeName: "struct S*"}, "zero:f32[1024]"},
		{hsaco.Arg{ValueKind: "global_buffer", Size: 8, TypeName: "memref<4x8xbf16>"}, "zero:bf16[4,8]"},
		{hsaco.Arg{ValueKind: "dynamic_shared_pointer", Size: 4, TypeName: "float*"}, "i32:0"},
		{hsaco.Arg{ValueKind: "by_value", Size: 4}, "i32:1"},
		{hsaco.Arg{ValueKind: "by_value", Size: 8}, "i64:1"},
		{hsaco.Arg{ValueKind: "by_value", Size: 8, TypeName: "double"}, "f64:1"},
		{hsaco.Arg{ValueKind: "by_value", Size: 4, TypeName: "f32"}, "f32:1"},
		{hsaco.Arg{ValueKind: "by_value", Size: 12, TypeName: "struct S"}, "raw:000000000000000000000000"},
	} {
		if got := examples([]*hsaco.Arg{&c.arg}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%+v: %q, want %q", c.arg, got, c.want)
		} else if _, err := parseArg(got[0], nil); err != nil {
			t.Errorf("%+v: %v", c.arg, err)
		}
	}
	_, err := saxpy("@x").Run(Options{Target: "gfx950"})
	if err == nil || !strings.Contains(err.Error(), "; give for example arg zero:f32[1000] arg f32:1 arg i32:1") {
		t.Error(err)
	}
}
