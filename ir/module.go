package ir

import "heddle/arch"

// Module is the content of a file: a builtin.module operation.
type Module struct {
	Op     *Operation
	Source *Source // nil if it was not read from a file
}

// Options control [Verify].
type Options struct {
	// Chip, if not nil, makes Verify refuse what that chip lacks.
	Chip *arch.Chip
}

// At makes an error about an operation of m from a message: with line, column
// and caret if it was read from a file. The interpreter's and compiler's errors
// are made with it.
func (m *Module) At(op *Operation, msg string, notes ...string) *Diagnostic {
	d := m.diagnostic(op, msg, notes)
	return &d
}

func (m *Module) diagnostic(op *Operation, msg string, notes []string) Diagnostic {
	if m.Source != nil && op.Pos != (Pos{}) {
		if at, ok := fileLoc(op.Loc); ok && at.File != m.Source.File {
			notes = append(notes, "it comes from "+at.String())
		}
		return m.Source.diagnostic(op.Pos, msg, notes...)
	}
	d := Diagnostic{File: "<module>", Msg: msg, Notes: notes}
	if m.Source != nil {
		d.File = m.Source.File
	}
	if op.Loc != nil {
		d.Notes = append(d.Notes, "at loc("+op.Loc.String()+")")
	}
	return d
}

// Symbol finds the operation that defines a symbol in the region of a symbol
// table (a module); nil if there is none.
func Symbol(table *Operation, name string) *Operation {
	if table.symbols != nil {
		return table.symbols[name]
	}
	for _, r := range table.Regions {
		for _, b := range r.Blocks {
			for _, op := range b.Ops {
				if op.Decl.Is(IsSymbol) && op.StringAttr("sym_name") == name {
					return op
				}
			}
		}
	}
	return nil
}

// Lookup resolves a symbol reference as MLIR does for a use inside op: in the symbol table that op
// is in, and for a nested reference in the tables below. It returns nil if there is no such symbol.
func Lookup(op *Operation, ref *SymbolRefAttr) *Operation {
	for op = op.Parent(); op != nil && !op.Decl.Is(HasSymbols); {
		op = op.Parent()
	}
	if op == nil {
		return nil
	}
	op = Symbol(op, ref.Root)
	for _, n := range ref.Nested {
		if op == nil || !op.Decl.Is(HasSymbols) {
			return nil
		}
		op = Symbol(op, n)
	}
	return op
}
