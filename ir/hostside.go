package ir

import (
	"slices"
	"strings"
)

// IREE and Wave print kernels in executables, and beside them in the same module
// the functions that launch them, in dialects of the host. Those are left out.

// hostSide is what a parser knows about them.
type hostSide struct {
	likely bool         // the text may have executables
	inside int          // executables around the place that is read
	open   []*Operation // of dialects that are not known, outside of executables
}

var executables = []string{"hal.executable", "stream.executable"}

func isExecutable(op *Operation) bool { return slices.Contains(executables, op.Decl.Name) }

// mayHaveExecutables looks for them before anything is read: the host's functions may precede them.
func mayHaveExecutables(text string) bool {
	return slices.ContainsFunc(executables, func(name string) bool { return strings.Contains(text, `"`+name+`"(`) })
}

// here reports whether an operation of the host is allowed here.
func (h *hostSide) here() bool { return h.likely && h.inside == 0 }

// dropHost removes everything beside executables. Operations without a declaration that are left
// are errors.
func (p *parser) dropHost(top *Operation) {
	if !p.host.likely {
		return
	}
	dropHost(top)
	for _, op := range p.host.open {
		root := op
		for root.Parent() != nil {
			root = root.Parent()
		}
		if root == top {
			op.Decl = p.undeclared(op.Decl.Name, op.Pos)
		}
	}
}

func dropHost(module *Operation) {
	for _, b := range module.Regions[0].Blocks {
		has := slices.ContainsFunc(b.Ops, isExecutable)
		kept := b.Ops[:0:0]
		for _, op := range b.Ops {
			switch inner := op.Decl.Name == "builtin.module" && len(op.Regions) == 1; {
			case inner:
				dropHost(op)
			case has && !isExecutable(op):
				op.Block = nil
				continue
			}
			kept = append(kept, op)
		}
		b.Ops = kept
	}
}
