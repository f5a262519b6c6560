package interp

import (
	"errors"
	"fmt"

	"heddle/ir"
)

// Fault is an error of a running module.
type Fault struct {
	// Diagnostic has the place in the file, the message, and the position in the grid.
	Diagnostic *ir.Diagnostic
	Op         *ir.Operation
	// Lane is the number of the lane in the workgroup and Workgroup that of the workgroup in the
	// grid; -1 outside kernels.
	Lane, Workgroup int
}

func (f *Fault) Error() string { return f.Diagnostic.Error() }

// poisonError reports where poison has arrived.
type poisonError struct {
	where  string
	poison *Poison
}

func (e *poisonError) Error() string { return "poison reaches " + e.where }

// errStopped ends lanes whose workgroup has failed.
var errStopped = errors.New("stopped")

// fault adds the place to an error.
func (l *lane) fault(op *ir.Operation, err error) error {
	var f *Fault
	if errors.As(err, &f) || err == errStopped {
		return err
	}
	var notes []string
	var p *poisonError
	if errors.As(err, &p) {
		notes = append(notes, l.machine.origin(p.poison))
	}
	f = &Fault{Op: op, Lane: -1, Workgroup: -1}
	if l.wg != nil {
		f.Lane, f.Workgroup = l.id, l.wg.id
		notes = append(notes, fmt.Sprintf("in lane %d of workgroup %d: thread %s, block %s", l.id, l.wg.id, triple(l.thread), triple(l.wg.at)))
	}
	f.Diagnostic = l.machine.module.At(op, err.Error(), notes...)
	return f
}

// origin describes where poison comes from.
func (m *machine) origin(p *Poison) string {
	if p.Op == nil {
		return "it comes from " + p.Why
	}
	d := m.module.At(p.Op, "")
	place := ""
	if d.Line > 0 {
		place = fmt.Sprintf(" at %s:%d:%d", d.File, d.Line, d.Col)
	}
	return fmt.Sprintf("it comes from %s%s: %s", p.Op.Name(), place, p.Why)
}

func triple(v [3]uint32) string { return fmt.Sprintf("(%d, %d, %d)", v[0], v[1], v[2]) }
