package ir

import "fmt"

// Diff finds the first difference of two modules: operations, types, attributes, blocks and uses,
// without the names of values and without locations. It returns "" if they are the same.
func Diff(a, b *Module) string {
	d := differ{values: map[*Value]*Value{}, blocks: map[*Block]*Block{}}
	// First pair the values and blocks, as uses may come before definitions.
	if s := d.pair(a.Op, b.Op); s != "" {
		return s
	}
	return d.compare(a.Op, b.Op)
}

// differ knows which value and block of the one module is which of the other.
type differ struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

func diffAt(a *Operation, format string, args ...any) string {
	return a.Name() + ": " + fmt.Sprintf(format, args...)
}

func (d *differ) pair(a, b *Operation) string {
	switch {
	case a.Name() != b.Name():
		return fmt.Sprintf("operation %s against %s", a.Name(), b.Name())
	case len(a.Results) != len(b.Results):
		return diffAt(a, "%d results against %d", len(a.Results), len(b.Results))
	case len(a.Regions) != len(b.Regions):
		return diffAt(a, "%d regions against %d", len(a.Regions), len(b.Regions))
	}
	if s := d.pairValues(a, "result", a.Results, b.Results); s != "" {
		return s
	}
	for i, r := range a.Regions {
		o := b.Regions[i]
		if len(r.Blocks) != len(o.Blocks) {
			return diffAt(a, "region %d has %d blocks against %d", i, len(r.Blocks), len(o.Blocks))
		}
		for k, x := range r.Blocks {
			y := o.Blocks[k]
			d.blocks[x] = y
			if len(x.Args) != len(y.Args) || len(x.Ops) != len(y.Ops) {
				return diffAt(a, "block %d of region %d has %d arguments and %d operations against %d and %d",
					k, i, len(x.Args), len(x.Ops), len(y.Args), len(y.Ops))
			}
			if s := d.pairValues(a, "block argument", x.Args, y.Args); s != "" {
				return s
			}
			for n := range x.Ops {
				if s := d.pair(x.Ops[n], y.Ops[n]); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

func (d *differ) pairValues(at *Operation, what string, a, b []*Value) string {
	for i, v := range a {
		if !SameType(v.Type, b[i].Type) {
			return diffAt(at, "%s %d is %s against %s", what, i, v.Type, b[i].Type)
		}
		d.values[v] = b[i]
	}
	return ""
}

func (d *differ) compare(a, b *Operation) string {
	if len(a.Operands) != len(b.Operands) || len(a.Successors) != len(b.Successors) {
		return diffAt(a, "%d operands and %d successors against %d and %d", len(a.Operands), len(a.Successors), len(b.Operands), len(b.Successors))
	}
	for i, v := range a.Operands {
		if d.values[v] != b.Operands[i] {
			return diffAt(a, "operand %d is another value", i)
		}
	}
	for i, s := range a.Successors {
		if d.blocks[s] != b.Successors[i] {
			return diffAt(a, "successor %d is another block", i)
		}
	}
	if s := diffAttrs(a, b); s != "" {
		return s
	}
	for i, r := range a.Regions {
		for k, x := range r.Blocks {
			for n, o := range x.Ops {
				if s := d.compare(o, b.Regions[i].Blocks[k].Ops[n]); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

func diffAttrs(a, b *Operation) string {
	if len(a.Attrs) != len(b.Attrs) {
		return diffAt(a, "attributes %s against %s", appendDict(nil, a.Attrs), appendDict(nil, b.Attrs))
	}
	for i, x := range a.Attrs {
		if y := b.Attrs[i]; x.Name != y.Name || !SameAttr(x.Attr, y.Attr) {
			return diffAt(a, "attribute %s against %s", appendNamed(nil, x), appendNamed(nil, y))
		}
	}
	return ""
}
