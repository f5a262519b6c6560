package main

import (
	"errors"
	"fmt"
	"strings"

	"heddle/sim"
)

// load loads the code objects: FILE, and those of dispatches that have another.
func (j *job) load(main *program) error {
	files := map[string]*program{"": main}
	j.programs = []*program{main}
	for _, d := range j.plan.Dispatches {
		if files[d.Object] == nil {
			p, err := j.flags.read(j.streams, d.Object)
			if err != nil {
				return j.plan.in(d.key()+".object", err)
			}
			files[d.Object] = p
			j.programs = append(j.programs, p)
		}
		p := files[d.Object]
		p.dispatches = append(p.dispatches, d)
	}
	for _, p := range j.programs {
		if err := p.load(j.streams, j.flags, j.plan); err != nil {
			return err
		}
		if j.device == nil {
			j.device = sim.NewDevice(p.object.Chip)
		}
		var err error
		if p.module, err = j.device.Load(p.object); err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
	}
	return nil
}

// program is what has the kernel of a dispatch.
func (j *job) program(d *dispatch) *program {
	for _, p := range j.programs[1:] {
		if p.dispatches[0].Object == d.Object {
			return p
		}
	}
	return j.programs[0]
}

// kernel is that of a dispatch.
func (j *job) kernel(d *dispatch) (*sim.Kernel, error) {
	p := j.program(d)
	k, err := p.module.Kernel(p.symbol(d.Kernel))
	return k, j.plan.in(d.key()+".kernel", err)
}

// fit completes a dispatch by what the code object says of the kernel, and
// compares the two.
func (j *job) fit(d *dispatch) error {
	k, err := j.kernel(d)
	if err != nil {
		return err
	}
	m := k.Metadata()
	if m != nil {
		stated, ok := statedSizes(m.ReqdWorkgroupSize)
		switch given, err := threeSizes(d.Block); {
		case err != nil:
			return j.plan.in(d.key()+".block", err)
		case !ok:
		case len(d.Block) == 0:
			d.Block = stated[:]
		case given != stated:
			return j.plan.incomplete(d, fmt.Sprintf("kernel %s has workgroups of %d,%d,%d, not %d,%d,%d",
				k.Name(), stated[0], stated[1], stated[2], given[0], given[1], given[2]))
		}
		if grid, ok := statedSizes(m.KnownGrid); ok && len(d.Grid) == 0 && len(d.Global) == 0 {
			d.Grid = grid[:]
		}
	}
	switch {
	case len(d.Grid) == 0 && len(d.Global) == 0:
		return j.plan.incomplete(d, gridMissing)
	case len(d.Block) == 0:
		return j.plan.incomplete(d, blockMissing)
	}
	return j.plan.fit(d, parametersOf(m), k.Name())
}

// incomplete is the error of a size that nobody says, or that cannot be.
func (l *launchFile) incomplete(d *dispatch, text string) error {
	if l.file == "" {
		return usagef("%s", text)
	}
	return l.in(d.key(), errors.New(text))
}

const blockMissing = "the size of a workgroup is missing, which the kernel does not say: --block X,Y,Z"

// statedSizes are sizes that metadata have.
func statedSizes(list []int) (sizes [3]uint32, ok bool) {
	if len(list) != len(sizes) {
		return sizes, false
	}
	for i, n := range list {
		if n < 1 || n > 1<<31 {
			return sizes, false
		}
		sizes[i] = uint32(n)
	}
	return sizes, true
}

// makeBuffers allocates the shared buffers.
func (j *job) makeBuffers() (err error) {
	j.buffers, j.shared, err = j.plan.makeBuffers(func(a *runArg, name string) error {
		if b, ok := j.given[strings.TrimPrefix(name, "buffer ")]; ok {
			a.buffer = b
			return nil
		}
		if err := a.allocate(j.device); err != nil {
			return err
		}
		a.buffer.SetName(name)
		return nil
	}, func(a *runArg, offset uint64) (uint64, error) {
		return a.buffer.Addr + offset, nil
	}, func(a *runArg, b []byte, at int) error {
		return a.buffer.Write(b, uint64(at))
	})
	return err
}

// dispatch runs one kernel.
func (j *job) dispatch(d *dispatch, options sim.Options) error {
	k, err := j.kernel(d)
	if err != nil {
		return err
	}
	l := sim.Launch{Kernel: k, LDS: d.LDS, Scratch: j.flags.scratch, Kernarg: d.raw, Options: options}
	for _, size := range []struct {
		key  string
		from []uint32
		to   *[3]uint32
	}{{"grid", d.Grid, &l.Grid}, {"global", d.Global, &l.Global}, {"block", d.Block, &l.Block}} {
		if *size.to, err = threeSizes(size.from); err != nil {
			return j.plan.in(d.key()+"."+size.key, err)
		}
	}
	j.args = append(j.args, nil)
	for i := range d.Args {
		if err := j.addArg(&l, d, i); err != nil {
			return err
		}
	}
	if l.Workgroups, err = j.plan.chooseWorkgroups(d, j.flags.workgroups, l.Groups(), j.flags.seed); err != nil {
		return err
	}
	bar := j.streams.progress(k.Name())
	l.Progress = bar.update
	if j.sanitizer != nil {
		name := ""
		if len(j.programs) > 1 {
			name = j.program(d).file
		}
		j.sanitizer.Use(j.program(d).object, name)
		j.sanitizer.Begin(&l)
	}
	report, err := j.device.Run(l)
	bar.end()
	if err != nil && j.sanitizer != nil {
		j.sanitizer.Failed(err)
	}
	if report != nil {
		j.results = append(j.results, report)
		j.kernels = append(j.kernels, k)
	}
	return j.placed(d, err)
}

// placed adds to what is wrong with a launch where the launch file says it.
func (j *job) placed(d *dispatch, err error) error {
	var at *sim.RunError
	var arg *sim.ArgError
	switch {
	case err == nil, errors.As(err, &at):
		return err
	case errors.As(err, &arg):
		return j.plan.in(d.argKey(arg.Index), err)
	}
	return j.plan.in(d.key(), err)
}

// addArg makes an argument and gives it to the launch.
func (j *job) addArg(l *sim.Launch, d *dispatch, i int) error {
	la := &d.Args[i]
	var a *runArg
	var arg sim.Arg
	if la.isRef() {
		shared, offset, err := bufferRef(la.Arg, j.buffers)
		if err != nil {
			return j.plan.in(d.argKey(i), err)
		}
		a, arg = shared, sim.PointerAt(shared.buffer.Addr+offset)
	} else {
		var err error
		if a, err = la.parse(); err != nil {
			return j.plan.unread(d, i, err)
		}
		if err := a.allocate(j.device); err != nil {
			return j.plan.in(d.argKey(i), err)
		}
		a.buffer.SetName(fmt.Sprintf("argument %d (%s)", len(l.Args), la.Arg))
		arg = a.arg()
		j.shared = append(j.shared, a)
	}
	if la.At != nil {
		arg = arg.At(*la.At)
	}
	if la.Name != "" && isNamed(l.Kernel, la) {
		arg = arg.Named(la.Name)
	}
	last := len(j.args) - 1
	j.args[last] = append(j.args[last], a)
	l.Args = append(l.Args, arg)
	return nil
}

// isNamed reports whether the name that an argument has in a launch file says
// which it is, or is for the reader: where the kernel has no names, or where another
// name stands beside an offset.
func isNamed(k *sim.Kernel, la *launchArg) bool {
	names := false
	for _, p := range parametersOf(k.Metadata()) {
		for _, part := range p.parts {
			if part.name == la.Name {
				return true
			}
			names = names || part.name != ""
		}
	}
	return names && la.At == nil
}

// unread is the error of argument i, which cannot be read: of the command line
// unless a file is to blame.
func (l *launchFile) unread(d *dispatch, i int, err error) error {
	var file inputError
	var npy npyError
	if l.file != "" || errors.As(err, &file) || errors.As(err, &npy) {
		return l.in(d.argKey(i), err)
	}
	return usageError{err}
}

// unwrittenJSON is an output of which bytes are what they were.
type unwrittenJSON struct {
	File  string `json:"file"`
	Bytes uint64 `json:"bytes"` // that no kernel wrote
	Of    uint64 `json:"of"`
	First uint64 `json:"first"` // the offset of the first of them
}

// unwritten finds outputs that no kernel wrote all of.
func unwritten(args []*runArg) (list []unwrittenJSON) {
	for _, a := range args {
		if !a.undefined || a.output == "" {
			continue
		}
		n, first := a.buffer.Unwritten()
		if a.host != nil {
			n, first = a.host.Unwritten()
		}
		if n > 0 {
			list = append(list, unwrittenJSON{a.output, n, a.size(), first})
		}
	}
	return list
}

func writeUnwritten(s *streams, list []unwrittenJSON) {
	for _, u := range list {
		fmt.Fprintf(s.err, "%s: %d of %s were never written, the first at offset %d\n", u.File, u.Bytes, count(u.Of, "byte"), u.First)
	}
}
