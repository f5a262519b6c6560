package ir

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
)

// A file of dialects that are not read is one error, in the generic form and in
// the other.
func TestForeignDialects(t *testing.T) {
	generic := `"builtin.module"() ({
  %0 = "arith.addii"() : () -> i32
  "tt.func"() ({
    %p = "tt.get_program_id"() : () -> i32
    %1 = "tt.load"(%p) : (i32) -> f32
    %2 = "tt.load"(%p) : (i32) -> f32
    %3 = "ttg.convert_layout"(%1) : (f32) -> f32
    "tt.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`
	pretty := `#blocked = #ttg.blocked<{order = [0]}>
module {
  tt.func public @k(%a: i32) {
    %0 = tt.get_program_id x : i32
    %1 = tt.load %0 : f32
    %2, %3 = tt.load %0 : f32
    %4 = arith.addf %1, %2 : f32
    %5 = ttg.convert_layout %4 : f32
    tt.return
  }
}`
	for _, text := range []string{generic, pretty} {
		_, err := Parse("k.mlir", text)
		got := fmt.Sprint(err)
		for _, want := range []string{
			"the dialects tt, ttg are not read: the file has tt.load (2), tt.func (1), tt.get_program_id (1), tt.return (1), ttg.convert_layout (1)\n",
			"note: Heddle reads builtin, func, arith", "give the .hsaco to heddle run",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s\nwithout %q for\n%s", got, want, text)
			}
		}
		if n := strings.Count(got, "error:"); n != 1 || strings.Contains(got, "more\n") {
			t.Errorf("%d errors:\n%s", n, got)
		}
	}
	// Many names are not a long message, and operations of llvm are not those
	// that may stand among others.
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "\"d%d.op\"() : () -> ()\n", i)
	}
	if got := fmt.Sprint(parseError(many.String())); !strings.Contains(got, "d11 and 28 more are not read") {
		t.Error(got)
	}
	if got := fmt.Sprint(parseError(`"llvm.intr.trap"() : () -> () "llvm.store"() : () -> ()`)); !strings.Contains(got, "the dialect llvm is not read: the file has llvm.store (1)") || !strings.Contains(got, "lowered too far") {
		t.Error(got)
	}
	if got := fmt.Sprint(parseError("func.func @f() { return }")); !strings.Contains(got, "only the generic form is read") {
		t.Error(got)
	}
}

func parseError(text string) error {
	_, err := Parse("x.mlir", text)
	return err
}

// What an llvm.call_intrinsic calls is checked as the operation of rocdl.
func TestIntrinsicErrors(t *testing.T) {
	call := func(name, operands, types string, n, bundles int) string {
		return fmt.Sprintf(`"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  %%i, %%f = "builtin.unrealized_conversion_cast"() : () -> (i32, f32)
  %%c = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %%r = "llvm.call_intrinsic"(%s) <{intrin = %q, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: %d, %d>}> : (%s) -> i32
  "func.return"() : () -> ()
}) : () -> ()`, operands, name, n, bundles, types)
	}
	for _, c := range []struct{ text, want string }{
		{call("llvm.amdgcn.readfirstlane", "%i", "i32", 1, 0), ""},
		{call("llvm.amdgcn.readfirstlane.i32", "%i", "i32", 1, 0), ""},
		{call("llvm.amdgcn.readfirstlane", "%f", "f32", 1, 0), "as rocdl.readfirstlane: requires the same type"},
		{call("llvm.amdgcn.readlane", "%i", "i32", 1, 0), "as rocdl.readlane: needs 2 operands, not 1"},
		{call("llvm.amdgcn.readfirstlane", "%i, %i", "i32, i32", 1, 1), "takes no operand bundles"},
		{call("llvm.amdgcn.readlanes", "%i, %i", "i32, i32", 2, 0), "calls llvm.amdgcn.readlanes, which is not read|did you mean llvm.amdgcn.readlane?"},
		{call("llvm.amdgcn.s.barrier.i32", "", "", 0, 0), "which is not read"},
		{call("llvm.ctpop", "%i", "i32", 1, 0), "calls llvm.ctpop, which is not read"},
		{call("llvm.amdgcn.sched.group.barrier", "%c, %c", "i32, i32", 2, 0), "takes at least 3 operands, not 2"},
		{call("llvm.amdgcn.cvt.sr.fp8.f32", "%f, %i, %i, %i", "f32, i32, i32, i32", 4, 0), "operand 3 of llvm.amdgcn.cvt.sr.fp8.f32 must be a constant"},
		{call("llvm.amdgcn.cvt.sr.fp8.f32", "%f, %i, %i, %c", "f32, i32, i32, i32", 4, 0), ""},
	} {
		m, err := Parse("x.mlir", c.text)
		if err == nil {
			err = Verify(m, Options{})
		}
		for _, want := range strings.Split(c.want, "|") {
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v\nwant %q", err, want)
			}
		}
	}
}

// What newer forms may not say.
func TestNewerFormErrors(t *testing.T) {
	for _, c := range []struct{ op, want string }{
		{`"gpu.barrier"() <{address_spaces = [3 : i32]}> : () -> ()`, "attribute address_spaces must be array attribute of #gpu.address_space<...>"},
		{`"gpu.barrier"() <{scope = #gpu.barrier_scope<lane>}> : () -> ()`, `"lane" is no barrier_scope`},
		{`"amdgpu.sched_barrier"() <{opts = #rocdl.sched_group_mask<valu,salu>}> : () -> ()`, "is no sched_group_mask"},
		{`"amdgpu.sched_barrier"() <{opts = #rocdl.mfma_perm_b<none>}> : () -> ()`, "must be #amdgpu.sched_barrier_opt<...> or #rocdl.sched_group_mask<...>"},
		{`%b = "gpu.initialize_named_barrier"() : () -> !gpu.named_barrier`, "it is an operation of other chips"},
	} {
		m, err := Parse("x.mlir", c.op)
		if err == nil {
			err = Verify(m, Options{})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %q", c.op, err, c.want)
		}
	}
	text := `"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "gpu.barrier"() <{scope = #gpu.barrier_scope<cluster>}> : () -> ()
  "func.return"() : () -> ()
}) : () -> ()`
	m, err := Parse("x.mlir", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(m, Options{Chip: &arch.GFX950}); err == nil || !strings.Contains(err.Error(), "no clusters of workgroups; scopes are workgroup and subgroup") {
		t.Error(err)
	}
}
