package launch

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"heddle/arch"
	"heddle/asm"
	"heddle/build"
	"heddle/diag"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/sim"
)

// Code is a code object, assembly or MLIR.
type Code struct {
	Name  string // of the file, for messages; .s is assembly, .mlir is MLIR
	Bytes []byte
}

// ReadCode reads a file of code.
func ReadCode(file string) (Code, error) {
	b, err := ReadFile(file)
	return Code{file, b}, err
}

// IsMLIR reports whether the code is MLIR, by its name or else by how it begins.
func (c *Code) IsMLIR() bool {
	ext := filepath.Ext(c.Name)
	return ext == ".mlir" || ext != ".s" && mlirText().Match(c.Bytes)
}

// mlirText matches the start of a module after its comments: an operation in the generic
// form, an alias, or, in the pretty form, which the parser rejects with advice, a module
// or a function. A code object begins with \x7fELF or with the name of its compression,
// assembly with a directive or a label.
var mlirText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\x{FEFF}?(\s|//[^\n]*\n)*("[a-z_]+\.|%[\w$.]+\s*(:\s*\d+\s*)?=|[#!][\w$.]+\s*=|\{-#|(builtin\.)?module\b|(gpu\.module|func\.func)\b)`)
})

// Program is loaded code.
type Program struct {
	Code
	Object *hsaco.Object
	Built  *build.Result // of MLIR

	module *sim.Module
	// dispatches are the dispatches of its kernels.
	dispatches []*Dispatch
}

// load makes the code object, by assembling or compiling if necessary.
func (p *Program) load(j *Job) (err error) {
	if p.IsMLIR() {
		return p.compile(j)
	}
	for _, d := range p.dispatches {
		if d.Workload != nil {
			return j.file.incomplete(d, "a workload is for MLIR, which says how to compute the grid; %s does not: give %s X,Y,Z", p.Name, diag.Field("grid"))
		}
	}
	b := p.Bytes
	if filepath.Ext(p.Name) == ".s" {
		if b, err = p.assemble(j); err != nil {
			return err
		}
	}
	if p.Object, err = hsaco.Open(b, j.Options.Target); err == nil {
		p.Object, err = p.Object.Linked()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	return nil
}

// assemble turns an assembly file into a code object with a line table.
func (p *Program) assemble(j *Job) ([]byte, error) {
	res, err := asm.Assemble(p.Bytes, asm.Options{File: p.Name, Chip: j.target.Chip, XNACK: j.target.XNACK, SRAMECC: j.target.SRAMECC, Debug: true, Open: OpenBeside})
	if res != nil && res.Warnings.Count > 0 && j.Options.Warn != nil {
		j.Options.Warn(res.Warnings)
	}
	if err != nil {
		return nil, err
	}
	b, err := hsaco.Link(res.Module)
	if err != nil {
		return nil, res.LinkDiagnostics(err)
	}
	return b, nil
}

// compile compiles MLIR to a code object.
func (p *Program) compile(j *Job) error {
	chip := j.target.Chip
	if chip == nil {
		return diag.Usagef("%s: %s TARGET is missing; known targets are %s", p.Name, diag.Field("target"), strings.Join(arch.Names(), ", "))
	}
	m, err := p.parse(chip)
	if err != nil {
		return err
	}
	if err := j.file.completeGrids(p.dispatches, m, chip); err != nil {
		return err
	}
	o := build.Options{Chip: chip, Debug: true, Explain: j.Options.Explain, Kernel: onlyKernel(p.dispatches)}
	if len(p.dispatches) == 1 {
		if o.Block, err = ThreeSizes(p.dispatches[0].Block); err != nil {
			return err
		}
		if _, err := selectOne(m, p.Name, o.Kernel); err != nil {
			return err
		}
	}
	if p.Built, err = build.MLIR(m, o); err != nil {
		return err
	}
	p.Object = p.Built.Open()
	return nil
}

// parse parses and verifies MLIR and unwraps its kernels.
func (c *Code) parse(chip *arch.Chip) (*ir.Module, error) {
	m, err := ir.Parse(c.Name, string(c.Bytes))
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err == nil {
		err = ir.Unwrap(m)
	}
	return m, err
}

// onlyKernel is the name of the kernel common to all dispatches, if there is one.
func onlyKernel(dispatches []*Dispatch) string {
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

// selectOne returns the kernel of a single dispatch.
func selectOne(m *ir.Module, file, name string) (*ir.Kernel, error) {
	k, err := ir.FindKernel(m, name)
	switch {
	case err == nil:
		return k, nil
	case name == "" && len(ir.Kernels(m)) > 0:
		return nil, diag.Usagef("%w", err)
	}
	return nil, fmt.Errorf("%s: %w", file, err)
}

// kernel is the compiled kernel of that name, with or without the names of enclosing
// modules; the only one if name is empty, nil if there is none.
func (p *Program) kernel(name string) *build.Kernel {
	if p.Built == nil {
		return nil
	}
	for _, k := range p.Built.Kernels {
		if name == k.Entry || name == k.Name || name == "" && len(p.Built.Kernels) == 1 {
			return k
		}
	}
	return nil
}

// symbol is the name of a kernel in the code object.
func (p *Program) symbol(name string) string {
	if k := p.kernel(name); k != nil {
		return k.Name
	}
	return name
}
