package opt

import (
	"slices"

	"heddle/ir"
)

// lift converts branches between blocks to scf: diverging lanes reconverge as the structure says,
// and the other passes see loops. Blocks that only one branch leads to become sides of an scf.if; a
// block where paths meet follows it, under a condition if not all paths lead there. A loop becomes
// an scf.while; its results are the exits taken and the values that they carry. Graphs with a loop
// of several entries are not changed.
func lift(c *Context) error {
	r := c.Kernel.Regions[0]
	if len(r.Blocks) < 2 {
		return nil
	}
	l := &lifter{region: r, name: ir.Substitution{}, at: map[*ir.Value]scope{}}
	if l.blockGraph = graphOf(r); l.blockGraph == nil {
		return nil
	}
	l.findUses()
	if !l.possible() {
		return nil
	}
	l.arrange()
	l.hoist()
	entry := r.Entry()
	end := l.lastReturn()
	closed := l.open()
	l.body(0)
	ops, _ := closed()
	entry.Ops = nil
	for _, op := range slices.Concat(l.constants, ops, []*ir.Operation{end}) {
		entry.Append(op)
	}
	r.Blocks = []*ir.Block{entry}
	return nil
}

type lifter struct {
	*blockGraph
	region *ir.Region
	// inside[b] are the blocks that follow b and its branch targets, in the loop that b is in;
	// after[h] those that follow the loop that begins with h.
	inside, after [][]int
	// escape is, for values that are used in other blocks than their own, the
	// depth of the innermost loop around the definition and all uses.
	escape map[*ir.Value]int
	// name is the replacement of a value of the graph at the current place.
	name ir.Substitution

	out       []*ir.Operation // of the region that is being built
	live      []escaped       // of that region
	scopes    []int           // the regions that are open, by number
	opened    int
	at        map[*ir.Value]scope
	constants []*ir.Operation // for the start of the kernel
	bools     [2]*ir.Value
	place     *ir.Operation // new operations get its place
}

// escaped is a value that a loop must return, and its replacement.
type escaped struct{ value, now *ir.Value }

// scope is the region that a value is defined in.
type scope struct{ depth, number int }

// ways are where control may go on, in the order of the blocks, with the values for the
// arguments there. Of several ways exactly one has its flag set.
type ways struct {
	to   []int
	flag []*ir.Value // nil if there is only one way
	args [][]*ir.Value
}

// leaving returns the number that stands for the end of the kernel.
func (l *lifter) leaving() int { return len(l.nodes) }

func (l *lifter) home(v *ir.Value) (int, bool) {
	b := v.Block
	if v.Op != nil {
		b = v.Op.Block
	}
	n, ok := l.of[b]
	return n, ok && b.Region == l.region
}

func (l *lifter) findUses() {
	l.escape = map[*ir.Value]int{}
	for i := range l.nodes {
		for _, op := range l.nodes[i].block.Ops {
			op.Walk(func(o *ir.Operation) bool {
				for _, v := range o.Operands {
					if h, ok := l.home(v); ok && h != i {
						common := l.nodes[h].loop
						for common != nil && !common.contains(l.nodes[i].loop) {
							common = common.parent
						}
						if old, ok := l.escape[v]; !ok || common.nesting() < old {
							l.escape[v] = common.nesting()
						}
					}
				}
				return true
			})
		}
	}
}

// possible reports whether everything can be moved: all terminators are supported, allocations keep
// their lifetime, and every value has a substitute where it is undefined.
func (l *lifter) possible() bool {
	types := map[string]bool{}
	mark := func(values []*ir.Value) {
		for _, v := range values {
			if !hasZero(v.Type) {
				types[v.Type.String()] = true
			}
		}
	}
	mark(l.region.Entry().Args)
	for _, op := range l.region.Entry().Ops {
		mark(op.Results)
	}
	pointers := false // that may last across iterations
	for i := 1; i < len(l.nodes); i++ {
		pointers = pointers || slices.ContainsFunc(l.nodes[i].block.Args, func(v *ir.Value) bool { return !hasZero(v.Type) })
	}
	for i := range l.nodes {
		b := l.nodes[i].block
		t := b.Terminator()
		if t == nil {
			return false
		}
		switch t.Name() {
		case "cf.br", "cf.cond_br":
		case "gpu.return", "func.return":
			if len(t.Operands) > 0 {
				return false
			}
		default:
			return false
		}
		if i == 0 {
			continue
		}
		values := slices.Clone(b.Args)
		for _, op := range b.Ops {
			if allocates(op) && (len(op.Operands) > 0 || l.nodes[i].loop != nil && pointers) {
				return false
			}
			values = append(values, op.Results...)
		}
		for k, v := range values {
			_, used := l.escape[v]
			if (used || k < len(b.Args)) && !hasZero(v.Type) && !types[v.Type.String()] {
				return false
			}
		}
	}
	return true
}

func allocates(op *ir.Operation) bool {
	return op.Name() == "memref.alloca" || op.Name() == "memref.alloc"
}

func hasZero(t ir.Type) bool {
	switch t := t.(type) {
	case ir.IndexType, ir.IntegerType, ir.FloatType:
		return true
	case *ir.VectorType:
		return hasZero(t.Elem)
	}
	return false
}

// arrange finds where each block is put.
func (l *lifter) arrange() {
	l.inside, l.after = make([][]int, len(l.nodes)), make([][]int, len(l.nodes))
	for i := 1; i < len(l.nodes); i++ {
		n := &l.nodes[i]
		var left *natural
		for o := l.nodes[n.idom].loop; o != nil && !o.contains(n.loop); o = o.parent {
			left = o
		}
		switch {
		case left != nil:
			l.after[left.head] = append(l.after[left.head], i)
		case !l.private(n.idom, i):
			l.inside[n.idom] = append(l.inside[n.idom], i)
		}
	}
}

// private reports whether a branch of block b is the only way to block d, in the
// same loop.
func (l *lifter) private(b, d int) bool {
	return d > b && d < len(l.nodes) && l.nodes[d].forward == 1 && l.nodes[b].loop.contains(l.nodes[d].loop)
}

// hoist moves constants to the start, and allocations: in a graph they last to the end of the
// kernel, in an scf loop for one iteration.
func (l *lifter) hoist() {
	for i := range l.nodes {
		b := l.nodes[i].block
		b.Ops = slices.DeleteFunc(b.Ops, func(op *ir.Operation) bool {
			if op.Decl.Is(ir.Constant) || allocates(op) {
				l.constants = append(l.constants, op)
				op.Block = l.region.Entry()
				delete(l.escape, op.Results[0])
				return true
			}
			return false
		})
	}
	for i := range l.bools {
		l.bools[i] = l.constant(ir.Bool(i == 1))
	}
}

func (l *lifter) constant(a ir.Attr) *ir.Value {
	op := ir.NewOp("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: a})
	l.constants = append(l.constants, op)
	return op.Results[0]
}

// lastReturn takes a return for the end of the kernel.
func (l *lifter) lastReturn() *ir.Operation {
	for i := len(l.nodes) - 1; i >= 0; i-- {
		if t := l.nodes[i].block.Terminator(); len(t.Successors) == 0 {
			return t
		}
	}
	name := "func.return" // it is never reached
	if l.region.Op.Name() == "gpu.func" {
		name = "gpu.return"
	}
	return ir.NewOp(name, nil, nil)
}

// closing ends a region and gives what was put there.
type closing func() (ops []*ir.Operation, live []escaped)

// open begins a region.
func (l *lifter) open() closing {
	out, live := l.out, l.live
	l.out, l.live = nil, nil
	l.opened++
	l.scopes = append(l.scopes, l.opened)
	return func() ([]*ir.Operation, []escaped) {
		ops, inner := l.out, l.live
		l.out, l.live = out, live
		l.scopes = l.scopes[:len(l.scopes)-1]
		return ops, inner
	}
}

// define records that values are known in the region that is open.
func (l *lifter) define(values []*ir.Value) {
	for _, v := range values {
		l.at[v] = scope{len(l.scopes) - 1, l.scopes[len(l.scopes)-1]}
	}
}

// visible reports whether a value may be used in the region that is open.
func (l *lifter) visible(v *ir.Value) bool {
	s, ok := l.at[v]
	return !ok || s.depth < len(l.scopes) && l.scopes[s.depth] == s.number
}

// note records values that a loop of at least that depth must return.
func (l *lifter) note(depth int, v, now *ir.Value) {
	if e, ok := l.escape[v]; ok && e < depth {
		l.live = append(l.live, escaped{v, now})
	}
}

func (l *lifter) put(op *ir.Operation) *ir.Operation {
	l.out = append(l.out, op)
	l.define(op.Results)
	return op
}

// make puts a new operation.
func (l *lifter) make(name string, operands []*ir.Value, types []ir.Type) *ir.Operation {
	return l.put(l.nowhere(name, operands, types))
}

func (l *lifter) nowhere(name string, operands []*ir.Value, types []ir.Type) *ir.Operation {
	op := ir.NewOp(name, operands, types)
	if l.place != nil {
		op.Loc, op.Pos = l.place.Loc, l.place.Pos
	}
	return op
}

func (l *lifter) named(values []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for i, v := range values {
		out[i] = l.name.Of(v)
	}
	return out
}

// anything returns an arbitrary value of a type, for places where it does not matter.
func (l *lifter) anything(t ir.Type) *ir.Value {
	if !hasZero(t) {
		entry := l.region.Entry()
		for _, v := range entry.Args {
			if ir.SameType(v.Type, t) {
				return v
			}
		}
		for _, op := range l.nodes[0].block.Ops {
			for _, v := range op.Results {
				if ir.SameType(v.Type, t) {
					return v
				}
			}
		}
		panic("BUG: no memref of type " + t.String())
	}
	switch t := t.(type) {
	case *ir.VectorType:
		return l.constant(ir.Dense(t, 0))
	case ir.FloatType:
		return l.constant(ir.Float(t, 0))
	}
	return l.constant(ir.Int(t, 0))
}

// tree puts a block and all that it dominates, and gives the ways on from there.
func (l *lifter) tree(b int, args []*ir.Value) ways {
	n := &l.nodes[b]
	if n.heads == nil {
		for i, a := range n.block.Args {
			l.name[a] = args[i]
			l.note(n.loop.nesting(), a, args[i])
		}
		return l.body(b)
	}
	w := l.loop(n, args)
	for _, m := range l.after[b] {
		w = l.merge(w, m)
	}
	return w
}

// body is tree after the arguments of the block, in its loop.
func (l *lifter) body(b int) ways {
	t := l.straight(b)
	w := l.branch(b, t)
	for _, m := range l.inside[b] {
		w = l.merge(w, m)
	}
	return w
}

// straight puts the operations of a block, and gives its terminator.
func (l *lifter) straight(b int) *ir.Operation {
	n := &l.nodes[b]
	t := n.block.Terminator()
	for _, op := range n.block.Ops {
		ir.ReplaceUses(op, l.name)
		if op == t {
			break
		}
		l.put(op)
		for _, v := range op.Results {
			l.note(n.loop.nesting(), v, v)
		}
	}
	l.place = t
	return t
}

func (l *lifter) branch(b int, t *ir.Operation) ways {
	side := func(i int) func() ways {
		return func() ways { return l.edge(b, l.of[t.Successors[i]], destOperands(t, i)) }
	}
	switch len(t.Successors) {
	case 0:
		return ways{to: []int{l.leaving()}, args: [][]*ir.Value{nil}}
	case 1:
		return side(0)()
	}
	return l.either(t.Operands[0], side(0), side(1))
}

// destOperands returns the operands that a branch passes to successor i.
func destOperands(t *ir.Operation, i int) []*ir.Value {
	return t.OperandGroup(t.Decl.Successors[i].Operands)
}

func (l *lifter) edge(b, d int, args []*ir.Value) ways {
	if l.private(b, d) {
		return l.tree(d, args)
	}
	return ways{to: []int{d}, args: [][]*ir.Value{args}}
}

// merge puts the block where ways meet, for those that do.
func (l *lifter) merge(w ways, m int) ways {
	i := slices.Index(w.to, m)
	switch {
	case i < 0:
		return w
	case len(w.to) == 1:
		return l.tree(m, w.args[0])
	}
	rest := w.without(i)
	return l.either(w.flag[i], func() ways { return l.tree(m, w.args[i]) }, func() ways { return rest })
}

// without returns the ways except one.
func (w ways) without(i int) ways {
	out := ways{to: slices.Delete(slices.Clone(w.to), i, i+1), args: slices.Delete(slices.Clone(w.args), i, i+1)}
	if len(out.to) > 1 {
		out.flag = slices.Delete(slices.Clone(w.flag), i, i+1)
	}
	return out
}

// flagOf returns the condition that control goes to d.
func (l *lifter) flagOf(w ways, d int) *ir.Value {
	i := slices.Index(w.to, d)
	switch {
	case i < 0:
		return l.bools[0]
	case len(w.to) == 1:
		return l.bools[1]
	}
	return w.flag[i]
}

func (w ways) argsTo(d, k int) *ir.Value {
	if i := slices.Index(w.to, d); i >= 0 {
		return w.args[i][k]
	}
	return nil
}

// either puts an scf.if with two sides, and gives the ways on from both.
func (l *lifter) either(c *ir.Value, yes, no func() ways) ways {
	sides := [2]func() ways{yes, no}
	var w [2]ways
	var ops [2][]*ir.Operation
	var live [2][]escaped
	at := l.place
	for i, f := range sides {
		closed := l.open()
		w[i] = f()
		ops[i], live[i] = closed()
	}
	l.place = at
	j := joint{l: l}
	all := ways{to: slices.Compact(slices.Sorted(slices.Values(slices.Concat(w[0].to, w[1].to))))}
	for i, d := range all.to {
		if len(all.to) > 1 {
			all.flag = append(all.flag, nil)
		}
		n := 0
		if d < len(l.nodes) {
			n = len(l.nodes[d].block.Args)
		}
		all.args = append(all.args, make([]*ir.Value, n))
		for k := range n {
			j.add(w[0].argsTo(d, k), w[1].argsTo(d, k), &all.args[i][k])
		}
	}
	for i, d := range all.to {
		if len(all.to) > 1 {
			j.add(l.flagOf(w[0], d), l.flagOf(w[1], d), &all.flag[i])
		}
	}
	kept := make([]escaped, 0, len(live[0])+len(live[1]))
	for _, e := range live[0] {
		kept = append(kept, escaped{e.value, nil})
		j.add(e.now, nil, &kept[len(kept)-1].now)
	}
	for _, e := range live[1] {
		kept = append(kept, escaped{e.value, nil})
		j.add(nil, e.now, &kept[len(kept)-1].now)
	}
	j.put(c, ops)
	l.live = append(l.live, kept...)
	return all
}

// joint gathers the results of an scf.if.
type joint struct {
	l     *lifter
	sides [2][]*ir.Value
	into  []**ir.Value
}

// add is a value that is x or y; nil for a side that has none.
func (j *joint) add(x, y *ir.Value, into **ir.Value) {
	switch {
	case x == nil && j.l.visible(y), x == y:
		*into = y
		return
	case y == nil && j.l.visible(x):
		*into = x
		return
	case x == nil:
		x = j.l.anything(y.Type)
	case y == nil:
		y = j.l.anything(x.Type)
	}
	j.sides[0], j.sides[1] = append(j.sides[0], x), append(j.sides[1], y)
	j.into = append(j.into, into)
}

func (j *joint) put(c *ir.Value, ops [2][]*ir.Operation) {
	op := j.l.nowhere("scf.if", []*ir.Value{c}, typesOf(j.sides[0]))
	for i := range ops {
		r := op.AddRegion()
		if i == 1 && len(ops[i]) == 0 && len(j.into) == 0 {
			break
		}
		b := r.AddBlock()
		for _, o := range ops[i] {
			b.Append(o)
		}
		b.Append(j.l.nowhere("scf.yield", j.sides[i], nil))
	}
	j.l.put(op)
	for i, into := range j.into {
		*into = op.Results[i]
	}
}

// loop puts an scf.while.
func (l *lifter) loop(n *node, args []*ir.Value) ways {
	if t := n.block.Terminator(); n.heads.exits == 1 && len(t.Successors) == 2 {
		for out, s := range t.Successors {
			in := l.of[t.Successors[1-out]]
			if !n.heads.contains(l.nodes[l.of[s]].loop) && l.private(n.heads.head, in) {
				return l.testedFirst(n, args, out)
			}
		}
	}
	op := l.nowhere("scf.while", args, nil)
	closed := l.begin(op, n)
	w := l.body(n.heads.head)
	next := slices.Index(w.to, n.heads.head)
	rest := w.without(next)
	var out []*ir.Value
	out = append(out, w.args[next]...)
	for i := range rest.to {
		if rest.flag != nil {
			out = append(out, rest.flag[i])
		}
		out = append(out, rest.args[i]...)
	}
	var handed []escaped
	for _, e := range l.live {
		if l.escape[e.value] < n.heads.depth {
			handed = append(handed, e)
			out = append(out, e.now)
		}
	}
	l.test(op, l.flagOf(w, n.heads.head), out, closed)

	after := op.AddRegion().AddBlock(typesOf(out)...)
	after.Append(l.nowhere("scf.yield", after.Args[:len(args)], nil))
	l.put(op)
	results := op.Results[len(args):]
	take := func(n int) []*ir.Value {
		took := results[:n:n]
		results = results[n:]
		return took
	}
	for i := range rest.to {
		if rest.flag != nil {
			rest.flag[i] = take(1)[0]
		}
		rest.args[i] = take(len(rest.args[i]))
	}
	for i, e := range handed {
		l.leave(n, e.value, results[i])
	}
	return rest
}

// begin opens the first region of an scf.while, whose arguments are those of the
// loop's head.
func (l *lifter) begin(op *ir.Operation, n *node) (closed closing) {
	before := op.AddRegion().AddBlock()
	for i, a := range n.block.Args {
		a.Block, a.Index = before, i
	}
	before.Args = n.block.Args
	closed = l.open()
	l.define(before.Args)
	for _, a := range before.Args {
		l.note(n.heads.depth, a, a)
	}
	return closed
}

// test ends the first region of an scf.while, and gives it results.
func (l *lifter) test(op *ir.Operation, goOn *ir.Value, out []*ir.Value, closed closing) {
	l.make("scf.condition", append([]*ir.Value{goOn}, out...), nil)
	ops, _ := closed()
	for _, o := range ops {
		op.Regions[0].Blocks[0].Append(o)
	}
	for i, v := range out {
		op.Results = append(op.Results, &ir.Value{Type: v.Type, Op: op, Index: i})
	}
}

// leave names a value after the loop.
func (l *lifter) leave(n *node, v, result *ir.Value) {
	l.name[v] = result
	l.note(n.heads.depth-1, v, result)
}

// testedFirst returns a loop that is left at its head only, by successor number out.
func (l *lifter) testedFirst(n *node, args []*ir.Value, out int) ways {
	op := l.nowhere("scf.while", args, nil)
	closed := l.begin(op, n)
	t := l.straight(n.heads.head)
	goOn := t.Operands[0]
	if out == 0 {
		goOn = l.make("arith.xori", []*ir.Value{goOn, l.bools[1]}, nil).Results[0]
	}
	given, inner := destOperands(t, out), destOperands(t, 1-out)
	handed := l.fromHead(n, inner)
	l.test(op, goOn, append(slices.Clone(given), handed...), closed)

	after := op.AddRegion().AddBlock(typesOf(op.Results)...)
	for i, v := range handed {
		l.name[v] = after.Args[len(given)+i]
	}
	closed = l.open()
	l.define(after.Args)
	w := l.edge(n.heads.head, l.of[t.Successors[1-out]], l.named(inner))
	next := make([]*ir.Value, len(args))
	for i, a := range args {
		if next[i] = w.argsTo(n.heads.head, i); next[i] == nil { // a loop inside never ends
			next[i] = l.anything(a.Type)
		}
	}
	l.make("scf.yield", next, nil)
	ops, _ := closed()
	for _, o := range ops {
		after.Append(o)
	}
	l.put(op)
	for i, v := range handed {
		l.leave(n, v, op.Results[len(given)+i])
	}
	return ways{to: []int{l.of[t.Successors[out]]}, args: [][]*ir.Value{op.Results[:len(given):len(given)]}}
}

// fromHead returns the values of a loop's head that other blocks, or the branch into the loop, use.
func (l *lifter) fromHead(n *node, inner []*ir.Value) (list []*ir.Value) {
	seen := map[*ir.Value]bool{}
	add := func(v *ir.Value, used bool) {
		if used && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	here := map[*ir.Value]bool{}
	values := slices.Clone(n.block.Args)
	for _, op := range n.block.Ops {
		values = append(values, op.Results...)
	}
	for _, v := range values {
		_, used := l.escape[v]
		here[v] = true
		add(v, used)
	}
	for _, v := range inner {
		add(v, here[v])
	}
	return list
}
