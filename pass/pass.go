// Package pass runs the passes of the compiler. A pass is a row of a table: its
// name, its function, which passes must have run before it and why, and whether the
// code is correct without it. A [Pipeline] is the order in which passes run; it is
// checked when it is made, which is when the program starts. [Options] are the same
// for all pipelines: skip passes, dump and verify the code after each, shuffle,
// bisect, measure time.
package pass

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
)

// Unit is the code of one kernel, which passes change.
type Unit interface {
	// Verify reports the first error in the form of the code.
	Verify() error
	// Print writes the code as text.
	Print(w io.Writer) error
}

// Pass is a row of a table of passes.
type Pass[U Unit] struct {
	Name string
	// Run changes the code. Its error is a user error with its position.
	Run  func(U, *Options) error
	Need Need
	// After are the passes that must have run before.
	After []Dependency
}

// Need says how necessary a pass is.
type Need uint8

const (
	Optional  Need = iota // without it the code is slower or larger, but correct
	Required              // without it the code is wrong, or rejected later: skipped only for debugging
	Essential             // without it there is no code: it cannot be skipped
)

// Dependency is a pass that must have run before another one, and why.
type Dependency struct{ Pass, Why string }

// After makes dependencies on several passes for the same reason.
func After(why string, passes ...string) []Dependency {
	var list []Dependency
	for _, p := range passes {
		list = append(list, Dependency{p, why})
	}
	return list
}

// Step is a place in a pipeline without the function of its pass.
type Step struct {
	Name  string
	Need  Need
	After []Dependency
}

// Pipeline is passes in the order in which they run.
type Pipeline[U Unit] struct {
	input string
	steps []step[U]
}

type step[U Unit] struct {
	*Pass[U]
	again string // distinguishes the runs of a pass in the places of Bisect
}

// New makes a pipeline of the passes in order, which may have a pass several times; without
// an order they run as listed in the table. input names the step that makes the code
// that the pipeline starts with, if that is to be dumped and verified, too. New panics
// if a name is unknown or a dependency does not hold.
func New[U Unit](input string, table []Pass[U], order ...string) *Pipeline[U] {
	if len(order) == 0 {
		for i := range table {
			order = append(order, table[i].Name)
		}
	}
	p := &Pipeline[U]{input: input, steps: make([]step[U], 0, len(order))}
	for _, name := range order {
		i := slices.IndexFunc(table, func(r Pass[U]) bool { return r.Name == name })
		if i < 0 {
			panic(fmt.Sprintf("BUG: the pipeline has a pass %q, which is not in the table", name))
		}
		s := step[U]{Pass: &table[i]}
		for _, d := range s.After {
			if p.runs(d.Pass) == 0 {
				panic(fmt.Sprintf("BUG: pass %q does not run after %q: %s", name, d.Pass, d.Why))
			}
		}
		if n := p.runs(name); n > 0 {
			s.again = fmt.Sprintf(" (run %d)", n+1)
		}
		p.steps = append(p.steps, s)
	}
	return p
}

// runs is how often a pass is among the steps.
func (p *Pipeline[U]) runs(name string) int {
	n := 0
	for _, s := range p.steps {
		if s.Name == name {
			n++
		}
	}
	return n
}

// Steps lists the steps in their order.
func (p *Pipeline[U]) Steps() []Step {
	var list []Step
	for _, s := range p.steps {
		list = append(list, Step{s.Name, s.Need, s.After})
	}
	return list
}

// Run runs the passes on a kernel. It returns the first error of a pass. A panic in a
// pass, or wrong code found by Options.Verify, becomes a panic that names the pass
// and the kernel.
func (p *Pipeline[U]) Run(kernel string, u U, o *Options) error {
	at := p.input
	defer func() {
		if fault := recover(); fault != nil {
			panic(fmt.Sprintf("BUG: pass %s, kernel %s: %s", at, kernel, strings.TrimPrefix(fmt.Sprint(fault), "BUG: ")))
		}
	}()
	if p.input != "" {
		o.look(p.input, u)
	}
	for _, s := range p.order(o.Shuffle) {
		at = s.Name
		if o.Disabled(s.Name) || s.Need == Optional && !o.Chosen(s.Name, kernel+s.again) {
			continue
		}
		start := o.Times.Start()
		if err := s.Run(u, o); err != nil {
			return err
		}
		o.Times.Stop(s.Name, start)
		o.look(s.Name, u)
	}
	return nil
}

// order is the steps in order or, with a seed, in a random order that the dependencies
// allow.
func (p *Pipeline[U]) order(seed uint64) []step[U] {
	if seed == 0 {
		return p.steps
	}
	r := rand.New(rand.NewPCG(seed, 0))
	left, out := slices.Clone(p.steps), &Pipeline[U]{}
	for len(left) > 0 {
		i := r.IntN(len(left))
		for slices.ContainsFunc(left[i].After, func(d Dependency) bool { return out.runs(d.Pass) == 0 }) {
			i = (i + 1) % len(left)
		}
		out.steps = append(out.steps, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return out.steps
}
