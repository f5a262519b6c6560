package interp

import (
	"fmt"
	"io"

	"heddle/ir"
)

// machine is the state shared by all lanes of a run.
type machine struct {
	module    *ir.Module
	ops       map[string]maker
	limits    Limits
	functions map[*ir.Operation]*function
	globals   map[*ir.Operation]*Memory
	steps     uint64 // what is left
	memory    int64  // what is left, bytes
	observe   func(Observation)
	print     io.Writer // nil drops it
}

// lane is one work-item, or the one thread of a call from Go.
type lane struct {
	machine *machine
	wg      *workgroup // nil in a call from Go
	id      int        // in the workgroup
	thread  [3]uint32
	vals    []Value // of the function that runs
	allocas []*Memory
	depth   int
	heap    int64 // bytes taken from machine.memory

	// path is where the lane is: positions in blocks, numbers of iterations,
	// from the outside in. Lanes meet where their paths are the same.
	path []step

	next    func() (struct{}, bool) // run to the next meeting or to the end
	stop    func()
	yield   func(struct{}) bool
	meeting *meeting // what the lane waits for
	done    bool
	err     error
}

// step is an element of a lane's path.
type step struct {
	n int64
	// unordered is set for a block of a control flow graph: which of two
	// blocks comes first cannot be said.
	unordered bool
}

// wave returns the number of the lane's wave and lane its number there.
func (l *lane) wave() (wave, lane int) {
	size := l.wg.waveSize
	return l.id / size, l.id % size
}

// arg is operand i.
func (l *lane) arg(in *inst, i int) *Value { return &l.vals[in.args[i]] }

// set sets result i.
func (l *lane) set(in *inst, i int, v Value) { l.vals[in.res[i]] = v }

// take takes n bytes from the memory limit.
func (l *lane) take(n int64) error {
	if n < 0 || n > l.machine.memory {
		return fmt.Errorf("%d bytes of memory are more than the %d that are left of the limit", n, max(0, l.machine.memory))
	}
	l.machine.memory -= n
	l.heap += n
	return nil
}

// give returns what take took.
func (l *lane) give(n int64) {
	l.machine.memory += n
	l.heap -= n
}

// work counts n steps.
func (l *lane) work(n uint64) error {
	if n > l.machine.steps {
		l.machine.steps = 0
		return fmt.Errorf("the limit of %d steps is reached", l.machine.limits.Steps)
	}
	l.machine.steps -= n
	return nil
}

// run executes a block and returns its terminator, nil if it has none.
func (l *lane) run(c *code) (*inst, error) {
	top := len(l.path)
	l.path = append(l.path, step{})
	l.observe(c.args, c.params)
	for i := range c.insts {
		in := &c.insts[i]
		l.path[top].n = int64(i)
		err := l.work(1)
		if err == nil {
			if in.exec == nil {
				l.path = l.path[:top]
				return in, nil
			}
			err = in.exec(l, in)
		}
		if err == nil {
			l.observe(in.op.Results, in.res)
		}
		if err != nil {
			return nil, l.fault(in.op, err)
		}
	}
	l.path = l.path[:top]
	return nil, nil
}

// observe reports the lane's contents of these values to the observer.
func (l *lane) observe(values []*ir.Value, slots []int32) {
	if l.machine.observe == nil || l.wg == nil {
		return
	}
	path := make([]int64, len(l.path))
	for i, s := range l.path {
		path[i] = s.n
	}
	for i, v := range values {
		l.machine.observe(Observation{l.wg.id, l.id, path, v, l.vals[slots[i]]})
	}
}

// iterate runs a block as iteration n of a loop.
func (l *lane) iterate(c *code, n int64) (*inst, error) {
	l.path = append(l.path, step{n: n})
	old := len(l.allocas)
	term, err := l.run(c)
	if c.scope {
		l.release(old)
	}
	l.path = l.path[:len(l.path)-1]
	return term, err
}

// assign sets parameters of a block.
func (l *lane) assign(params []int32, values []Value) {
	for i, p := range params {
		l.vals[p] = values[i]
	}
}

// values reads operands from to to of an instruction.
func (l *lane) values(in *inst, from, to int) []Value {
	v := make([]Value, to-from)
	for i := range v {
		v[i] = l.vals[in.args[from+i]]
	}
	return v
}

// call runs a function and gives its results.
func (l *lane) call(f *function, args []Value) ([]Value, error) {
	if l.depth >= l.machine.limits.Depth {
		return nil, fmt.Errorf("calls are nested deeper than %d", l.machine.limits.Depth)
	}
	if err := l.take(f.size); err != nil {
		return nil, err
	}
	vals, allocas := l.vals, l.allocas
	l.vals, l.allocas = make([]Value, f.slots), nil
	l.depth++
	results, err := l.body(f, args)
	l.release(0)
	l.depth--
	l.vals, l.allocas = vals, allocas
	l.give(f.size)
	return results, err
}

// body runs the blocks of a function until it returns.
func (l *lane) body(f *function, args []Value) ([]Value, error) {
	here := f.blocks[0]
	l.assign(here.params, args)
	top := len(l.path)
	if len(f.blocks) > 1 {
		l.path = append(l.path, step{unordered: true})
	}
	for {
		term, err := l.run(here)
		if err != nil {
			return nil, err
		}
		if term == nil || len(term.succ) == 0 {
			l.path = l.path[:top]
			if term == nil {
				return nil, nil
			}
			return l.values(term, 0, len(term.args)), nil
		}
		next, passed, err := l.branch(term)
		if err != nil {
			return nil, l.fault(term.op, err)
		}
		here = f.blocks[next]
		l.assign(here.params, passed)
		l.path[top].n = int64(next)
	}
}

// release ends the allocations of memref.alloca from number n on.
func (l *lane) release(n int) {
	for _, m := range l.allocas[n:] {
		l.free(m)
	}
	l.allocas = l.allocas[:n]
}

// free ends an allocation.
func (l *lane) free(m *Memory) {
	if !m.freed {
		l.give(memoryCost(int64(len(m.Data))))
		m.freed, m.Data, m.shadow = true, nil, nil
	}
}

// memoryCost is what an allocation takes from the limit: its bytes and shadow.
func memoryCost(n int64) int64 { return 3*n + 200 }
