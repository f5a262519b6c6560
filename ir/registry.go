package ir

import (
	"strings"
	"sync"
)

// dialects are the tables of all operations. Each is in ops_<name>.go.
var dialects = [...]*Dialect{
	&builtinDialect,
	&funcDialect,
	&arithDialect,
	&mathDialect,
	&cfDialect,
	&scfDialect,
	&gpuDialect,
	&affineDialect,
	&amdgpuDialect,
	&rocdlDialect,
	&llvmDialect,
	&streamDialect,
	&ireeInputDialect,
	&halDialect,
	&utilDialect,
	&ireeCodegenDialect,
	&ireeTensorExtDialect,
	&memrefDialect,
	&vectorDialect,
	&ubDialect,
}

// known are the dialects by name.
var known = newRegistry(dialects[:])

// entry is a dialect and its operations by name. They are made when one of them
// is asked for: a program that compiles a kernel needs few of the dialects.
type entry struct {
	*Dialect
	byName func() map[string]*OpDecl
}

func newRegistry(dialects []*Dialect) map[string]entry {
	r := make(map[string]entry, len(dialects))
	for _, d := range dialects {
		r[d.Name] = entry{d, sync.OnceValue(func() map[string]*OpDecl { return opsByName(d.Ops()) })}
	}
	return r
}

func opsByName(ops []OpDecl) map[string]*OpDecl {
	m := make(map[string]*OpDecl, len(ops))
	for i := range ops {
		if m[ops[i].Name] != nil {
			panic("BUG: " + ops[i].Name + " is declared twice")
		}
		m[ops[i].Name] = &ops[i]
	}
	return m
}

// onDemand makes a table of operations when it is first asked for.
func onDemand(table func() []OpDecl) func() []OpDecl {
	return sync.OnceValue(func() []OpDecl {
		ops := table()
		for i := range ops {
			ops[i].segments = ops[i].Is(Segments) || groups(ops[i].Operands) > 1
		}
		return ops
	})
}

// groups counts the rows that are not exactly one value.
func groups(rows []ValueDecl) int {
	n := 0
	for i := range rows {
		if rows[i].Count != One {
			n++
		}
	}
	return n
}

// Dialects returns all tables, for tools that list operations. They must not be changed.
func Dialects() []*Dialect { return dialects[:] }

// Declared finds the declaration of an operation, nil if there is none.
func Declared(name string) *OpDecl {
	dialect, _, _ := strings.Cut(name, ".")
	if d, ok := known[dialect]; ok {
		return d.byName()[name]
	}
	return nil
}

// discardable finds the declaration of a discardable attribute by its full
// name, nil if there is none.
func discardable(name string) *AttrDecl {
	dialect, _, _ := strings.Cut(name, ".")
	d, ok := known[dialect]
	if !ok {
		return nil
	}
	for i := range d.Discardable {
		if d.Discardable[i].Name == name {
			return &d.Discardable[i]
		}
	}
	return nil
}

// declaredAttr finds an attribute of a dialect, nil if there is none.
func declaredAttr(dialect, name string) *DialectAttr {
	d, ok := known[dialect]
	if !ok {
		return nil
	}
	for i := range d.Attrs {
		if d.Attrs[i].Name == name {
			return &d.Attrs[i]
		}
	}
	return nil
}
