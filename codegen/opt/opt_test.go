package opt_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/codegen/opt"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/pass"
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

// same compares the memory after a kernel has run with and without passes: those
// named and what they need, or all.
func (b baseline) same(t testing.TB, passes ...string) *ir.Module {
	t.Helper()
	m := parse(t, b.name, b.text)
	c := &opt.Context{Module: m, Kernel: interp.Kernels(m)[b.number].Op, Chip: b.chip}
	o := pass.Options{Disable: others(passes), Dump: func(p string, u pass.Unit) {
		if err := u.Verify(); err != nil {
			t.Fatalf("%s: %s: after %s: %v\n%s\nwas\n%s", b.name, b.kernel.Name, p, err, m.Print(ir.PrintOptions{}), b.text)
		}
	}}
	if err := opt.Passes.Run(b.kernel.Name, c, &o); err != nil {
		t.Fatalf("%s: %s: %v: %v", b.name, b.kernel.Name, passes, err)
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

var everyPass = flag.Bool("every", false, "run every pass alone on every kernel, not some of them")

// passNames lists the passes, each once.
func passNames() []string {
	var names []string
	for _, s := range opt.Passes.Steps() {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// others are the passes that neither are among those named nor have to run before
// them; none if none is named.
func others(passes []string) []string {
	if len(passes) == 0 {
		return nil
	}
	kept, steps := slices.Clone(passes), opt.Passes.Steps()
	for i := len(steps) - 1; i >= 0; i-- {
		if slices.Contains(kept, steps[i].Name) {
			for _, d := range steps[i].After {
				kept = append(kept, d.Pass)
			}
		}
	}
	return slices.DeleteFunc(passNames(), func(p string) bool { return slices.Contains(kept, p) })
}

// TestFiles runs every kernel of the files before and after each pass, and after
// all of them.
func TestFiles(t *testing.T) {
	ran := 0
	all := modules(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := all[name]
		for _, chip := range arch.Chips {
			for _, b := range baselines(t, name, text, chip) {
				ran++
				onlyRemaining(t, b.same(t), b)
				if chip != arch.Chips[0] {
					continue
				}
				for k, p := range passNames() {
					if *everyPass || k%long.Count(12, 4) == ran%long.Count(12, 4) {
						b.same(t, p)
					}
				}
			}
		}
	}
	if t.Logf("%d kernels", ran); ran < 20 {
		t.Errorf("only %d kernels ran", ran)
	}
}

// onlyRemaining checks that what the package says remains is all that does.
func onlyRemaining(t *testing.T, m *ir.Module, b baseline) {
	t.Helper()
	interp.Kernels(m)[0].Op.Walk(func(op *ir.Operation) bool {
		if !opt.Remains(op.Name()) {
			t.Errorf("%s: %s remains\n%s", b.name, op.Name(), m.Print(ir.PrintOptions{}))
		}
		return true
	})
}

// disabled passes are left out, and each that runs is traced.
func TestOptions(t *testing.T) {
	var ran []string
	m := parse(t, "k", straight(20))
	k := interp.Kernels(m)[0].Op
	err := opt.Passes.Run("k", &opt.Context{Module: m, Kernel: k, Chip: &arch.GFX950}, &pass.Options{Disable: []string{"cse", "lower-affine"},
		Dump: func(p string, _ pass.Unit) { ran = append(ran, p) }})
	if err != nil {
		t.Fatal(err)
	}
	affine := false
	k.Walk(func(op *ir.Operation) bool {
		affine = affine || op.Name() == "affine.apply"
		return true
	})
	if !affine || slices.Contains(ran, "cse") || !slices.Contains(ran, "dce") {
		t.Errorf("affine.apply is there: %v; passes %v", affine, ran)
	}
}

func TestRecursion(t *testing.T) {
	m := parse(t, "k.mlir", `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
    "func.call"() <{callee = @g}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "g", sym_visibility = "private"}> ({
    "func.call"() <{callee = @f}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "k"}> ({
    "func.call"() <{callee = @f}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`)
	err := opt.Passes.Run("k", &opt.Context{Module: m, Kernel: interp.Kernels(m)[0].Op, Chip: &arch.GFX950}, &pass.Options{})
	if err == nil || !strings.Contains(err.Error(), "k.mlir:7:5") || !strings.Contains(err.Error(), "recursion") {
		t.Errorf("%v", err)
	}
}

// A function of several blocks is inlined into the kernel's own blocks.
func TestInlineBlocks(t *testing.T) {
	const text = `"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "f", sym_visibility = "private"}> ({
  ^bb0(%a: i32):
    %lds = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32, 3>
    %c = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    "memref.store"(%c, %lds, %z) : (i32, memref<1xi32, 3>, index) -> ()
    %p = "arith.cmpi"(%a, %c) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "cf.cond_br"(%p, %a)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%x: i32):
    "func.return"(%x) : (i32) -> ()
  ^bb2:
    %s = "arith.muli"(%a, %c) : (i32, i32) -> i32
    "func.return"(%s) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<64xi32>) -> (), sym_name = "k"}> ({
  ^bb0(%m: memref<64xi32>):
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %i = "arith.index_cast"(%t) : (index) -> i32
    %r = "func.call"(%i) <{callee = @f}> : (i32) -> i32
    %q = "func.call"(%r) <{callee = @f}> : (i32) -> i32
    "memref.store"(%q, %m, %t) : (i32, memref<64xi32>, index) -> ()
    "func.return"() : () -> ()
  }) {gpu.known_block_size = array<i32: 64, 1, 1>} : () -> ()
}) : () -> ()`
	list := baselines(t, "k", text, &arch.GFX950)
	if len(list) != 1 {
		t.Fatal("the kernel does not run")
	}
	m := list[0].same(t)
	allocs := strings.Count(string(m.Print(ir.PrintOptions{})), "memref.alloc")
	if allocs != 1 || strings.Contains(string(m.Print(ir.PrintOptions{})), "func.call") {
		t.Errorf("%d allocations\n%s", allocs, m.Print(ir.PrintOptions{}))
	}
}

// body makes a kernel of 64 lanes that writes to %m.
func body(text string) string {
	return `"builtin.module"() ({
  "func.func"() <{function_type = (memref<4096xi32>, memref<4096xi32>) -> (), sym_name = "k"}> ({
  ^bb0(%m: memref<4096xi32>, %o: memref<4096xi32>):
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
    %c40 = "arith.constant"() <{value = 40 : index}> : () -> index
    %i = "arith.index_cast"(%t) : (index) -> i32
` + text + `
    "func.return"() : () -> ()
  }) {gpu.known_block_size = array<i32: 64, 1, 1>} : () -> ()
}) : () -> ()`
}

// Things that a pass must not do, or must do right, each in a kernel of its own.
func TestDirected(t *testing.T) {
	for name, text := range map[string]string{
		// A division stays in a loop that has no iteration for lane 0.
		"division": `
    "scf.for"(%c0, %t, %c40) ({
    ^bb1(%n: index):
      %q = "arith.divui"(%c40, %t) : (index, index) -> index
      %w = "arith.index_cast"(%q) : (index) -> i32
      "memref.store"(%w, %m, %t) : (i32, memref<4096xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()`,
		// Counters of an unrolled loop, and what it carries.
		"counters": `
    %s = "scf.for"(%c1, %c40, %c3, %i) ({
    ^bb1(%n: index, %a: i32):
      %w = "arith.index_cast"(%n) : (index) -> i32
      %p = "arith.muli"(%a, %w) : (i32, i32) -> i32
      %x = "arith.addi"(%p, %w) : (i32, i32) -> i32
      "scf.yield"(%x) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "memref.store"(%s, %m, %t) : (i32, memref<4096xi32>, index) -> ()`,
		// What a narrow type cuts off is not there again.
		"narrow": `
    %k = "memref.load"(%o, %t) : (memref<4096xi32>, index) -> i32
    %x = "arith.index_cast"(%k) : (i32) -> index
    %b = "arith.index_cast"(%x) : (index) -> i8
    %y = "arith.index_cast"(%b) : (i8) -> index
    %u = "arith.index_castui"(%b) : (i8) -> index
    %z = "arith.addi"(%y, %u) : (index, index) -> index
    %w = "arith.index_cast"(%z) : (index) -> i32
    "memref.store"(%w, %m, %t) : (i32, memref<4096xi32>, index) -> ()`,
		// Indices with a basis that is partly computed.
		"basis": `
    %n = "arith.addi"(%c3, %c1) : (index, index) -> index
    %d:3 = "affine.delinearize_index"(%t, %n) <{static_basis = array<i64: 5, -9223372036854775808>}> : (index, index) -> (index, index, index)
    %l = "affine.linearize_index"(%d#2, %d#1, %d#0, %n) <{static_basis = array<i64: 7, 5, -9223372036854775808>, operandSegmentSizes = array<i32: 3, 1>}> : (index, index, index, index) -> index
    %w = "arith.index_cast"(%l) : (index) -> i32
    "memref.store"(%w, %m, %t) : (i32, memref<4096xi32>, index) -> ()`,
		// Low bits of sums with multiples, and of what is taken from a multiple.
		"multiples": `
    %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
    %n = "arith.muli"(%t, %c40) : (index, index) -> index
    %x = "arith.addi"(%n, %c3) : (index, index) -> index
    %x1 = "arith.addi"(%x, %t) : (index, index) -> index
    %x2 = "arith.subi"(%t, %n) : (index, index) -> index
    %x3 = "arith.subi"(%n, %t) : (index, index) -> index
    %y1 = "arith.remui"(%x1, %c8) : (index, index) -> index
    %y2 = "arith.remui"(%x2, %c8) : (index, index) -> index
    %y3 = "arith.remui"(%x3, %c8) : (index, index) -> index
    %z2 = "arith.muli"(%y2, %c40) : (index, index) -> index
    %z3 = "arith.muli"(%z2, %y3) : (index, index) -> index
    %z = "arith.addi"(%z3, %y1) : (index, index) -> index
    %w = "arith.index_cast"(%z) : (index) -> i32
    "memref.store"(%w, %m, %t) : (i32, memref<4096xi32>, index) -> ()`,
		// Lanes take the other side of a branch.
		"sides": `
    %p = "arith.cmpi"(%t, %c40) <{predicate = 6 : i64}> : (index, index) -> i1
    "scf.if"(%p) ({
      "scf.yield"() : () -> ()
    }, {
      %q = "arith.cmpi"(%t, %c40) <{predicate = 9 : i64}> : (index, index) -> i1
      %w = "arith.extui"(%q) : (i1) -> i32
      "memref.store"(%w, %m, %t) : (i32, memref<4096xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()`,
	} {
		list := baselines(t, name, body(text), &arch.GFX950)
		if len(list) != 1 {
			t.Fatalf("%s does not run", name)
		}
		list[0].same(t)
		list[0].same(t, "licm")
		list[0].same(t, "unroll")
		list[0].same(t, "canonicalize")
	}
}
