package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"heddle/arch"
	"heddle/asm"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/sim"
)

// program is what run executes.
type program struct {
	file      string // for messages
	kind      programKind
	bytes     []byte
	object    *hsaco.Object
	module    *sim.Module
	addresses *addressesJSON // nil without --explain
	built     *build.Result  // of MLIR
	// dispatches are those of its kernels.
	dispatches []*dispatch
}

type programKind int

const (
	kindObject programKind = iota
	kindAssembly
	kindMLIR
)

// read reads FILE and finds out what it is: by its name, else by its contents.
func (f *runFlags) read(s *streams, file string) (*program, error) {
	b, err := s.readInput(file)
	if err != nil {
		return nil, err
	}
	p := &program{file: file, bytes: b}
	switch ext := filepath.Ext(file); {
	case ext == ".mlir":
		p.kind = kindMLIR
	case ext == ".s":
		p.kind = kindAssembly
	case file == "-" && len(bytes.TrimSpace(b)) == 0:
		return nil, fmt.Errorf("standard input is empty: a code object or MLIR is expected")
	case mlirText().Match(b):
		p.kind = kindMLIR
	case file == "-" && !bytes.ContainsRune(b, 0):
		return nil, fmt.Errorf("standard input is neither a code object nor MLIR: assembly goes through 'heddle asm - -o FILE.hsaco'")
	}
	if file == "-" {
		p.file = stdinName
	}
	return p, nil
}

// mlirText matches how a module begins behind its comments: with an operation
// in the generic form or with an alias; or, in the pretty form, which the parser
// refuses with advice, with a module or a function. A code object begins with
// \x7fELF or with the name of its compression, assembly with a directive or a label.
var mlirText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s|//[^\n]*\n)*("[a-z_]+\.|%[\w$.]+\s*(:\s*\d+\s*)?=|[#!][\w$.]+\s*=|\{-#|(builtin\.)?module\b|(gpu\.module|func\.func)\b)`)
})

// load makes the code object: assembles or compiles what is not one.
func (p *program) load(s *streams, f *runFlags, plan *launchFile) (err error) {
	b := p.bytes
	if err := checkExplain(f.explain); err != nil {
		return err
	}
	if f.explain != "" && p.kind != kindMLIR {
		return usagef("--explain %s explains how MLIR is compiled, and %s is compiled already", f.explain, p.file)
	}
	for _, d := range p.dispatches {
		if d.Workload != nil && p.kind != kindMLIR {
			return plan.incomplete(d, "a workload is for MLIR, which says how to compute the grid; "+p.file+" does not: --grid X,Y,Z")
		}
	}
	switch p.kind {
	case kindMLIR:
		return p.compile(s, f, plan)
	case kindAssembly:
		if b, err = f.assemble(s, p.file, b); err != nil {
			return err
		}
	}
	if p.object, err = hsaco.Open(b, f.target.text); err == nil {
		p.object, err = p.object.Linked()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.file, err)
	}
	return nil
}

// assemble turns an assembly file into a code object with a line table.
func (f *runFlags) assemble(s *streams, file string, src []byte) ([]byte, error) {
	res, err := asm.Assemble(src, asm.Options{File: file, Chip: f.target.chip, XNACK: f.target.xnack, SRAMECC: f.target.sramecc, Debug: true})
	if res != nil && res.Warnings.Count > 0 {
		s.diagnose(res.Warnings.Error())
	}
	if err != nil {
		return nil, s.reportAssembly(err)
	}
	b, err := hsaco.Link(res.Module)
	if err != nil {
		return nil, s.reportAssembly(res.LinkDiagnostics(err))
	}
	return b, nil
}

// compile makes the code object of MLIR.
func (p *program) compile(s *streams, f *runFlags, plan *launchFile) error {
	if f.target.chip == nil {
		return usagef("run %s: --mcpu TARGET is missing; known are %s", p.file, strings.Join(arch.Names(), ", "))
	}
	m, err := parseKernels(p.file, p.bytes, f.target.chip)
	if err != nil {
		return s.reportModule(err)
	}
	if err := plan.completeGrids(p.dispatches, m, f.target.chip); err != nil {
		return err
	}
	o := build.Options{Chip: f.target.chip, Debug: true, Explain: f.explain != ""}
	o.Kernel = onlyKernel(p.dispatches)
	if len(p.dispatches) == 1 {
		if o.Block, err = threeSizes(p.dispatches[0].Block); err != nil {
			return err
		}
		if _, err := selectOne(m, p.file, o.Kernel); err != nil {
			return err
		}
	}
	if p.built, err = build.MLIR(m, o); err != nil {
		return s.reportModule(err)
	}
	if p.addresses, err = s.explain(f.explain, f.asJSON, p.built); err != nil {
		return err
	}
	if p.object, err = hsaco.Open(p.built.Object, ""); err != nil {
		panic(fmt.Sprintf("BUG: the compiler's object: %v", err))
	}
	return nil
}

// onlyKernel is the name of the kernel that all dispatches are of, if any.
func onlyKernel(dispatches []*dispatch) string {
	if len(dispatches) == 0 {
		return ""
	}
	name := dispatches[0].Kernel
	for _, d := range dispatches {
		if d.Kernel != name {
			return ""
		}
	}
	return name
}

// selectOne is the kernel of a single dispatch; there is nothing to choose
// between.
func selectOne(m *ir.Module, file, name string) (*ir.Kernel, error) {
	k, err := ir.FindKernel(m, name)
	switch {
	case err == nil:
		return k, nil
	case name == "" && len(ir.Kernels(m)) > 0:
		return nil, usageError{err}
	}
	return nil, fmt.Errorf("%s: %w", file, err)
}

// kernel is the compiled kernel of that name, with the modules around it or
// without; the only one if name is empty, and nil if there is none.
func (p *program) kernel(name string) *build.Kernel {
	if p.built == nil {
		return nil
	}
	for _, k := range p.built.Kernels {
		if name == k.Entry || name == k.Name || name == "" && len(p.built.Kernels) == 1 {
			return k
		}
	}
	return nil
}

// symbol is the name of a kernel in the code object.
func (p *program) symbol(name string) string {
	if k := p.kernel(name); k != nil {
		return k.Name
	}
	return name
}
