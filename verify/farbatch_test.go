package verify

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// Far is a dispatch on buffers of any size, many GiB for instance, of which
// some workgroups are run, and a few of them at a time: the memory that the
// host needs is that of the pages they touch. What each of them has to write is
// compared, and that nothing else was changed anywhere.
type Far struct {
	Chip        *arch.Chip
	Object      []byte // the code object
	Kernel      string
	Grid, Block [3]uint32
	Args        []FarArg
	// Workgroups are the linear ids of those to run, nil for all;
	// sim.ChooseWorkgroups makes such lists.
	Workgroups []int
	// Batch is how many run before what they did is looked at and all pages are
	// freed; 0 is 16.
	Batch int
	// Writes are the bytes that a workgroup has to write.
	Writes func(workgroup int) []Span
	// Check compares what a workgroup has left in one of its spans. Nil compares
	// nothing. A place that was not written holds what the buffer's Fill gives,
	// which should not be what is right.
	Check func(s Span, got []byte) error
	// Reads, if not nil, are the bytes that a workgroup may touch besides; no
	// page without one of them may be.
	Reads func(workgroup int) []Span
	// Sim are the simulator's options.
	Sim sim.Options
	// Checks are the sanitizers' names; nil is all and hazards-manual, and none if
	// it is empty.
	Checks []string
}

// FarBuffer is a buffer of a Far.
type FarBuffer struct {
	Name string
	Size uint64 // bytes
	// Fill makes the contents, as sim.AllocOptions says; nil is zeros.
	Fill func(offset uint64, page []byte)
	// Undefined contents must not be read before they are written.
	Undefined bool
	// Addr and Guard are the address and the size of the unmapped zones on
	// either side, as sim.AllocOptions says.
	Addr, Guard uint64
}

// FarArg is an argument: the address of a buffer's byte, or bytes.
type FarArg struct {
	Buffer *FarBuffer
	Offset int64
	Bytes  []byte
}

// Span is a run of bytes of a buffer.
type Span struct {
	Buffer       *FarBuffer
	Offset, Size uint64
}

// FarReport is what a Far did.
type FarReport struct {
	Workgroups   int
	Instructions uint64 // executed, of waves
	// Written is how many bytes were checked.
	Written uint64
	// Peak is the most guest memory that existed at a time, in bytes.
	Peak uint64
}

// StrayError says that a buffer changed where it must not.
type StrayError struct {
	Buffer *FarBuffer
	// Offset is that of the first byte; Count is how many there are.
	Offset, Count uint64
	Workgroups    []int // that were run
	nearest       uint64
}

func (e *StrayError) Error() string {
	return fmt.Sprintf("workgroups %s: byte %d of %s changed, which none of them is to write, and %d in all; the nearest one that is to be written is %d",
		someOf(e.Workgroups), e.Offset, e.Buffer.Name, e.Count, e.nearest)
}

// someOf writes a list that may be long.
func someOf(ids []int) string {
	if len(ids) > 8 {
		return fmt.Sprintf("%v and %d more", ids[:8], len(ids)-8)
	}
	return fmt.Sprint(ids)
}

// sampling is a Far under way.
type sampling struct {
	*Far
	report  FarReport
	device  *sim.Device
	object  *hsaco.Object
	kernel  *sim.Kernel
	memory  map[*FarBuffer]sim.Buffer
	buffers []*FarBuffer
	others  []sim.Buffer // memory that is nobody's argument
	was     [][]byte     // what is in there
}

// Run runs the workgroups and checks them. There is a report up to an error.
func (f *Far) Run() (*FarReport, error) {
	r := &sampling{Far: f, memory: map[*FarBuffer]sim.Buffer{}}
	if err := r.prepare(); err != nil {
		return &r.report, err
	}
	ids := f.Workgroups
	if ids == nil {
		for id := range int(f.Grid[0]) * int(f.Grid[1]) * int(f.Grid[2]) {
			ids = append(ids, id)
		}
	}
	batch := f.Batch
	if batch == 0 {
		batch = 16
	}
	for some := range slices.Chunk(ids, batch) {
		err := r.run(some)
		r.report.Peak = max(r.report.Peak, r.device.TouchedBytes())
		if err == nil {
			err = r.check(some)
		}
		if err != nil {
			return &r.report, err
		}
		for _, b := range r.buffers {
			r.memory[b].Discard()
		}
	}
	return &r.report, nil
}

// prepare loads the code and allocates the buffers.
func (r *sampling) prepare() (err error) {
	if r.object, err = hsaco.Open(r.Object, ""); err != nil {
		return err
	}
	r.device = sim.NewDevice(r.Chip)
	module, err := r.device.Load(r.object)
	if err != nil {
		return err
	}
	if r.kernel, err = module.Kernel(r.Kernel); err != nil {
		return err
	}
	for _, a := range r.Args {
		b := a.Buffer
		if b == nil || slices.Contains(r.buffers, b) {
			continue
		}
		r.buffers = append(r.buffers, b)
		if r.memory[b], err = r.device.AllocWith(sim.AllocOptions{Name: b.Name, Size: b.Size, Fill: b.Fill, Addr: b.Addr, Guard: b.Guard}); err != nil {
			return err
		}
		if b.Undefined {
			r.memory[b].Undefined()
		}
	}
	for _, b := range r.device.Buffers() {
		if !r.isArgument(b) {
			was := make([]byte, b.Size)
			if err := b.Read(was, 0); err != nil {
				return err
			}
			r.others, r.was = append(r.others, b), append(r.was, was)
		}
	}
	return nil
}

func (r *sampling) isArgument(b sim.Buffer) bool {
	for _, own := range r.memory {
		if own.Addr == b.Addr {
			return true
		}
	}
	return false
}

// run executes some workgroups.
func (r *sampling) run(ids []int) error {
	checks := r.Checks
	if checks == nil {
		checks = []string{"all", "hazards-manual"}
	}
	l := sim.Launch{Kernel: r.kernel, Grid: r.Grid, Block: r.Block, Workgroups: ids, Options: r.Sim}
	for _, a := range r.Args {
		if a.Buffer == nil {
			l.Args = append(l.Args, sim.Bytes(a.Bytes))
			continue
		}
		l.Args = append(l.Args, sim.PointerAt(r.memory[a.Buffer].Addr+uint64(a.Offset)))
	}
	if len(checks) == 0 {
		return r.execute(l)
	}
	checker, err := sanitize.New(sanitize.Options{Checks: checks, Object: r.object})
	if err != nil {
		return err
	}
	checker.Begin(&l)
	if err := r.execute(l); err != nil {
		checker.Failed(err)
		return err
	}
	if found := checker.Findings(); len(found) > 0 {
		return findingsError(found)
	}
	return nil
}

func (r *sampling) execute(l sim.Launch) error {
	report, err := r.device.Run(l)
	if report != nil {
		r.report.Workgroups += report.Workgroups
		r.report.Instructions += report.Executed
	}
	return err
}

// check compares what some workgroups have left with what they had to.
func (r *sampling) check(ids []int) error {
	writes, touches := map[*FarBuffer][]Range{}, map[*FarBuffer][]Range{}
	var got []byte
	var wrong []error
	for _, id := range ids {
		for _, s := range r.Writes(id) {
			if s.Offset > s.Buffer.Size || s.Size > s.Buffer.Size-s.Offset {
				return fmt.Errorf("workgroup %d is to write the bytes %d to %d of %s, which has %d", id, s.Offset, s.Offset+s.Size, s.Buffer.Name, s.Buffer.Size)
			}
			writes[s.Buffer] = append(writes[s.Buffer], Range{s.Offset, s.Offset + s.Size})
		}
		if r.Reads != nil {
			for _, s := range r.Reads(id) {
				touches[s.Buffer] = append(touches[s.Buffer], Range{s.Offset, s.Offset + s.Size})
			}
		}
	}
	// First what is elsewhere: reading what is missing would touch its pages.
	for _, b := range r.buffers {
		where := Merge(writes[b])
		if at, n := ChangedOutside(r.memory[b], where); n > 0 {
			wrong = append(wrong, &StrayError{b, at, n, slices.Clone(ids), nearest(where, at)})
		}
		if r.Reads != nil {
			if err := r.touchedOutside(b, Merge(append(touches[b], where...))); err != nil {
				wrong = append(wrong, err)
			}
		}
	}
	for _, id := range ids {
		for _, s := range r.Writes(id) {
			got = append(got[:0], make([]byte, s.Size)...)
			if err := r.memory[s.Buffer].Read(got, s.Offset); err != nil {
				return err
			}
			r.report.Written += s.Size
			if r.Check == nil {
				continue
			}
			if err := r.Check(s, got); err != nil {
				return errors.Join(append(wrong, fmt.Errorf("workgroup %d, bytes %d to %d of %s: %w", id, s.Offset, s.Offset+s.Size, s.Buffer.Name, err))...)
			}
		}
	}
	return errors.Join(append(wrong, r.checkOthers())...)
}

// touchedOutside looks for pages that hold none of the ranges.
func (r *sampling) touchedOutside(b *FarBuffer, allowed []Range) error {
	for offset := range r.memory[b].Touched() {
		i := behind(allowed, offset)
		if i == len(allowed) || allowed[i].From >= offset+sim.PageSize {
			return fmt.Errorf("%s was touched in the page at byte %d; the nearest one that is to be is %d", b.Name, offset, nearest(allowed, offset))
		}
	}
	return nil
}

// checkOthers looks for changes in memory that is nobody's argument: the code.
func (r *sampling) checkOthers() error {
	for i, b := range r.others {
		now := make([]byte, b.Size)
		if err := b.Read(now, 0); err != nil {
			return err
		}
		if !bytes.Equal(now, r.was[i]) {
			return fmt.Errorf("%s was written to", b)
		}
	}
	return nil
}
