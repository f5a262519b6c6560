// Package build compiles MLIR kernels to a code object and says how to launch them. The commands
// use it, and so can other Go programs:
//
//	module, err := ir.Parse("k.mlir", text)     // MLIR in the generic form
//	err = ir.Verify(module, ir.Options{Chip: chip})
//	built, err := build.MLIR(module, build.Options{Chip: chip})
//	os.WriteFile("k.hsaco", built.Object, 0o666) // what hipModuleLoad takes
//
// The same module and options give the same bytes. A module that contains anything that cannot be
// compiled is rejected, with the operation's name and place. docs/compiler.md lists what is
// compiled, and docs/mlir-abi.md says how kernels take their arguments.
package build

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"heddle/arch"
	"heddle/asm"
	"heddle/codegen"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/mach"
	"heddle/pass"
)

// Options says what to build.
type Options struct {
	Chip *arch.Chip
	// XNACK and SRAMECC are the settings of the target's features that the code object requires;
	// they do not change the code.
	XNACK, SRAMECC hsaco.Feature
	// Kernel is the name of the only kernel to compile; empty for all kernels of the module.
	Kernel string
	// Block is the workgroup size for kernels that do not state one; zeros if it is not known.
	Block [3]uint32
	// WavesPerSIMD is the number of waves that must fit a SIMD, in place of what the kernels demand
	// (rocdl.waves_per_eu); 0 leaves it to them.
	WavesPerSIMD int
	// Debug adds source lines to the code object.
	Debug bool
	// Passes steers the compiler's passes.
	Passes pass.Options
	// Selected, if not nil, is called with the module as it is at instruction selection, once for
	// each kernel.
	Selected func(m *ir.Module)
	// Explain fills in Kernel.Addresses: how each access is addressed.
	Explain bool
}

// Result is a built code object and its kernels.
type Result struct {
	Chip           *arch.Chip
	XNACK, SRAMECC hsaco.Feature
	Kernels        []*Kernel
	Object         []byte

	debug bool // the code object has a line table
}

// Kernel is one compiled kernel.
type Kernel struct {
	*codegen.Kernel
	// Entry is the kernel's name in the module, with the names of the modules around it; Name is
	// its name in the code object.
	Entry string
	Pos   mach.Position // of the kernel in the source
	Code  *mach.Code
}

// MLIR compiles the kernels of a module, which it changes. User errors are *ir.Diagnostic, or say
// what is missing.
func MLIR(m *ir.Module, o Options) (*Result, error) {
	if err := ir.Unwrap(m); err != nil {
		return nil, err
	}
	entries, err := ir.SelectKernels(m, o.Kernel)
	if err != nil {
		return nil, err
	}
	if err := checkNames(m, entries); err != nil {
		return nil, err
	}
	r := &Result{Chip: o.Chip, XNACK: o.XNACK, SRAMECC: o.SRAMECC, debug: o.Debug}
	text := ""
	if len(entries) > 1 {
		text = string(m.Print(ir.PrintOptions{Locations: true}))
	}
	for i, e := range entries {
		if i > 0 { // compiling a kernel changes the module
			if m, e, err = again(m, text, e.Name); err != nil {
				return nil, err
			}
		}
		if err := e.CheckWave(o.Chip); err != nil {
			return nil, m.At(e.Op, err.Error())
		}
		block := e.Block
		if block == [3]uint32{} {
			block = o.Block
		} else if o.Block != [3]uint32{} && o.Block != block {
			return nil, fmt.Errorf("kernel %q has workgroups of %d,%d,%d, not %d,%d,%d", e.Name, block[0], block[1], block[2], o.Block[0], o.Block[1], o.Block[2])
		}
		if limit := uint64(o.Chip.MaxWorkgroup); uint64(block[0])*uint64(block[1]) > limit || uint64(block[0])*uint64(block[1])*uint64(block[2]) > limit {
			return nil, m.At(e.Op, fmt.Sprintf("a workgroup has at most %d work-items on %s, not %d x %d x %d", limit, o.Chip.Name, block[0], block[1], block[2]))
		}
		file, line, col := ir.NewPlaces(m).Of(e.Op)
		k, err := codegen.Compile(m, e.Op, symbolName(e.Name), codegen.Options{Chip: o.Chip, Block: block, WavesPerSIMD: cmp.Or(o.WavesPerSIMD, ir.StatedWaves(e.Op)), Passes: o.Passes, Selected: o.Selected, Explain: o.Explain})
		if err != nil {
			return nil, err
		}
		start := o.Passes.Times.Start()
		r.Kernels = append(r.Kernels, &Kernel{Kernel: k, Entry: e.Name, Pos: mach.Position{File: file, Line: line, Col: col}, Code: k.Func.Emit()})
		o.Passes.Times.Stop("emit", start)
	}
	start := o.Passes.Times.Start()
	r.Object = r.link()
	o.Passes.Times.Stop("link", start)
	return r, nil
}

// Open reads the code object, and adds what only the compiler knows: the names of arrays in the LDS.
func (r *Result) Open() *hsaco.Object {
	o, err := hsaco.Open(r.Object, "")
	if err != nil {
		panic(fmt.Sprintf("BUG: the compiler's object: %v", err))
	}
	for _, k := range r.Kernels {
		for _, x := range o.Kernels {
			if x.Name != k.Name {
				continue
			}
			for _, a := range k.LDS {
				x.LDS = append(x.LDS, hsaco.LDSArray(a))
			}
		}
	}
	return o
}

// link makes the code object. Only the assembler makes line tables; without one the assembler is
// not needed, and tests compare its output with this.
func (r *Result) link() []byte {
	var module *hsaco.Module
	if r.debug {
		assembled, err := asm.Assemble(r.Assembly(), asm.Options{File: "kernel.s", Chip: r.Chip})
		if err != nil {
			panic(fmt.Sprintf("BUG: the compiler's assembly is refused: %v\n", err))
		}
		module = assembled.Module
	} else {
		module = r.module()
	}
	object, err := hsaco.Link(module)
	if err != nil {
		panic(fmt.Sprintf("BUG: the compiler's object cannot be linked: %v", err))
	}
	return object
}

// checkNames finds names that the code object cannot have: the assembler reserves _DYNAMIC and
// names that begin with a dot, metadata is UTF-8, and names are unique.
func checkNames(m *ir.Module, entries []ir.Kernel) error {
	seen := map[string]string{}
	for _, e := range entries {
		name := symbolName(e.Name)
		if name == "" || name[0] == '.' || name == "_DYNAMIC" || strings.ContainsRune(name, 0) || !utf8.ValidString(name) {
			return m.At(e.Op, fmt.Sprintf("a kernel cannot be called %q in a code object", name))
		}
		for _, symbol := range []string{name, name + ".kd"} {
			if other, twice := seen[symbol]; twice {
				return fmt.Errorf("the kernels %q and %q would both be %q in the code object: compile them one at a time", other, e.Name, symbol)
			}
			seen[symbol] = e.Name
		}
	}
	return nil
}

// target returns the name of the target with the settings of its features.
func (r *Result) target() string {
	name := "amdgcn-amd-amdhsa--" + r.Chip.Name
	for _, f := range []struct {
		name    string
		setting hsaco.Feature
	}{{"sramecc", r.SRAMECC}, {"xnack", r.XNACK}} {
		switch f.setting {
		case hsaco.FeatureOn:
			name += ":" + f.name + "+"
		case hsaco.FeatureOff:
			name += ":" + f.name + "-"
		}
	}
	return name
}

// again is the module as it was, and a kernel in it.
func again(m *ir.Module, text, kernel string) (*ir.Module, ir.Kernel, error) {
	file := "<module>"
	if m.Source != nil {
		file, text = m.Source.File, m.Source.Text
	}
	fresh, err := ir.Parse(file, text)
	if err == nil {
		err = ir.Verify(fresh, ir.Options{})
	}
	if err == nil {
		err = ir.Unwrap(fresh)
	}
	if err != nil {
		return nil, ir.Kernel{}, err
	}
	k, err := ir.FindKernel(fresh, kernel)
	if err != nil {
		return nil, ir.Kernel{}, err
	}
	return fresh, *k, nil
}

// symbolName returns a kernel's name in the code object, without the modules around it.
func symbolName(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}
