package ir

import (
	"slices"
	"strconv"
)

// PrintOptions say how to print.
type PrintOptions struct {
	Locations bool // print loc(...) after operations and block arguments that have one
}

// Print returns the generic form, laid out as by mlir-opt --mlir-print-op-generic, but without
// aliases, and with values numbered in program order: sibling regions use the same numbers.
func (m *Module) Print(opt PrintOptions) []byte {
	values := 0
	m.Op.Walk(func(op *Operation) bool {
		values += len(op.Results)
		return true
	})
	w := printer{opt: opt, names: make(map[*Value]valueName, values)}
	if m.Source != nil {
		w.b = make([]byte, 0, len(m.Source.Text)+len(m.Source.Text)/4)
	}
	w.operation(m.Op, counters{}, 0)
	w.b = append(w.b, '\n')
	return w.b
}

// printer writes operations. Values are numbered region by region: all of a
// region first, then the regions inside its operations, siblings alike.
type printer struct {
	opt    PrintOptions
	b      []byte
	names  map[*Value]valueName
	blocks map[*Block]blockInfo
}

// valueName is %arg3 or %3, followed by #1 for one of several results.
type valueName struct {
	number int32
	sub    int32 // -1 for the only result
	arg    bool
}

type blockInfo struct {
	number int
	preds  []int // numbers of the blocks before it, once for every edge
}

// counters are the next numbers.
type counters struct{ value, arg int32 }

const spaces = "                                                                "

func (w *printer) newLine(indent int) {
	w.b = append(w.b, '\n')
	for indent > len(spaces) {
		w.b = append(w.b, spaces...)
		indent -= len(spaces)
	}
	w.b = append(w.b, spaces[:indent]...)
}

// operation prints an operation; next are the numbers for values inside.
func (w *printer) operation(op *Operation, next counters, indent int) {
	if n := len(op.Results); n > 0 {
		w.value(op.Results[0], false)
		if n > 1 {
			w.b = strconv.AppendInt(append(w.b, ':'), int64(n), 10)
		}
		w.b = append(w.b, " = "...)
	}
	w.b = appendQuoted(w.b, op.Name())
	w.b = append(w.b, '(')
	for i, v := range op.Operands {
		if i > 0 {
			w.b = append(w.b, ", "...)
		}
		w.value(v, true)
	}
	w.b = append(w.b, ')')
	w.successors(op)
	w.properties(op)
	if len(op.Regions) > 0 {
		w.b = append(w.b, " ("...)
		for i, r := range op.Regions {
			if i > 0 {
				w.b = append(w.b, ", "...)
			}
			w.region(r, next, indent)
		}
		w.b = append(w.b, ')')
	}
	w.dictionary(op, " {", "}", false)
	w.signature(op)
	if w.opt.Locations {
		w.location(op.Loc)
	}
}

// value prints a name; sub tells whether to distinguish the results of a group.
func (w *printer) value(v *Value, sub bool) {
	n, ok := w.names[v]
	if !ok {
		w.b = append(w.b, "%<<unknown>>"...) // of a module that does not verify
		return
	}
	w.b = append(w.b, '%')
	if n.arg {
		w.b = append(w.b, "arg"...)
	}
	w.b = strconv.AppendInt(w.b, int64(n.number), 10)
	if sub && n.sub >= 0 {
		w.b = strconv.AppendInt(append(w.b, '#'), int64(n.sub), 10)
	}
}

func (w *printer) successors(op *Operation) {
	if len(op.Successors) == 0 {
		return
	}
	for i, b := range op.Successors {
		w.b = append(w.b, []string{"[", ", "}[min(i, 1)]...)
		w.blockName(w.blocks[b].number)
	}
	w.b = append(w.b, ']')
}

func (w *printer) blockName(n int) { w.b = strconv.AppendInt(append(w.b, "^bb"...), int64(n), 10) }

func (w *printer) properties(op *Operation) { w.dictionary(op, " <{", "}>", true) }

// dictionary prints the inherent or the other attributes, if there are any.
func (w *printer) dictionary(op *Operation, open, close string, inherent bool) {
	n := 0
	for _, a := range op.Attrs {
		if op.Decl.inherent(a.Name) != inherent {
			continue
		}
		if n == 0 {
			w.b = append(w.b, open...)
		} else {
			w.b = append(w.b, ", "...)
		}
		w.b = appendNamed(w.b, a)
		n++
	}
	if n > 0 {
		w.b = append(w.b, close...)
	}
}

func (w *printer) signature(op *Operation) {
	w.b = append(w.b, " : ("...)
	for i, v := range op.Operands {
		if i > 0 {
			w.b = append(w.b, ", "...)
		}
		w.b = append(w.b, v.Type.String()...)
	}
	w.b = append(w.b, ") -> "...)
	if len(op.Results) == 1 {
		if _, function := op.Results[0].Type.(*FunctionType); !function {
			w.b = append(w.b, op.Results[0].Type.String()...)
			return
		}
	}
	w.b = append(w.b, '(')
	for i, v := range op.Results {
		if i > 0 {
			w.b = append(w.b, ", "...)
		}
		w.b = append(w.b, v.Type.String()...)
	}
	w.b = append(w.b, ')')
}

func (w *printer) location(l Location) {
	if l != nil {
		w.b = append(append(append(w.b, " loc("...), l.String()...), ')')
	}
}

func (w *printer) region(r *Region, next counters, indent int) {
	w.b = append(w.b, '{')
	next = w.number(r, next)
	for i, b := range r.Blocks {
		if i > 0 || len(b.Args) > 0 || len(b.Ops) == 0 {
			w.label(b, i, indent)
		}
		for _, op := range b.Ops {
			w.newLine(indent + 2)
			w.operation(op, next, indent+2)
		}
	}
	w.newLine(indent)
	w.b = append(w.b, '}')
}

// number names the values and blocks of a region, not those further inside.
func (w *printer) number(r *Region, next counters) counters {
	for i, b := range r.Blocks {
		for _, a := range b.Args {
			if i == 0 {
				w.names[a] = valueName{next.arg, -1, true}
				next.arg++
			} else {
				w.names[a] = valueName{next.value, -1, false}
				next.value++
			}
		}
		for _, op := range b.Ops {
			if len(op.Results) == 0 {
				continue
			}
			for k, v := range op.Results {
				n := valueName{next.value, int32(k), false}
				if len(op.Results) == 1 {
					n.sub = -1
				}
				w.names[v] = n
			}
			next.value++
		}
	}
	if len(r.Blocks) > 1 {
		w.numberBlocks(r)
	}
	return next
}

func (w *printer) numberBlocks(r *Region) {
	if w.blocks == nil {
		w.blocks = map[*Block]blockInfo{}
	}
	for i, b := range r.Blocks {
		w.blocks[b] = blockInfo{number: i}
	}
	for i, b := range r.Blocks {
		if len(b.Ops) == 0 {
			continue
		}
		for _, to := range b.Ops[len(b.Ops)-1].Successors {
			info := w.blocks[to]
			info.preds = append(info.preds, i)
			w.blocks[to] = info
		}
	}
}

// label prints ^bb1(%0: i32): and from where the block is reached.
func (w *printer) label(b *Block, i, indent int) {
	w.newLine(indent)
	w.blockName(i)
	for k, a := range b.Args {
		w.b = append(w.b, []string{"(", ", "}[min(k, 1)]...)
		w.value(a, false)
		w.b = append(append(w.b, ": "...), a.Type.String()...)
		if w.opt.Locations {
			w.location(a.Loc)
		}
	}
	if len(b.Args) > 0 {
		w.b = append(w.b, ')')
	}
	w.b = append(w.b, ':')
	preds := w.blocks[b].preds
	switch {
	case len(preds) == 0 && i > 0:
		w.b = append(w.b, "  // no predecessors"...)
	case len(preds) == 1:
		w.b = append(w.b, "  // pred: "...)
		w.blockName(preds[0])
	case len(preds) > 1:
		slices.Sort(preds)
		w.b = strconv.AppendInt(append(w.b, "  // "...), int64(len(preds)), 10)
		w.b = append(w.b, " preds: "...)
		for k, n := range preds {
			if k > 0 {
				w.b = append(w.b, ", "...)
			}
			w.blockName(n)
		}
	}
}
