package launch

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
	"heddle/sim/host"
	"heddle/sim/sanitize"
)

// simulator executes code objects.
type simulator struct{ *Job }

// loadSimulator loads the main code object and those of dispatches with their own.
func (j *Job) loadSimulator() error {
	j.machine = simulator{j}
	main := &Program{Code: j.Options.Code}
	if err := j.checkAgainst(main); err != nil {
		return err
	}
	files := map[string]*Program{"": main}
	j.Programs = []*Program{main}
	for _, d := range j.file.Dispatches {
		if files[d.Object] == nil {
			code, err := ReadCode(d.Object)
			if err != nil {
				return j.file.in(d.key()+".object", err)
			}
			files[d.Object] = &Program{Code: code}
			j.Programs = append(j.Programs, files[d.Object])
		}
		p := files[d.Object]
		p.dispatches = append(p.dispatches, d)
	}
	for _, p := range j.Programs {
		if err := p.load(j); err != nil {
			return err
		}
		if j.Device == nil {
			j.Device = sim.NewDevice(p.Object.Chip)
		}
		var err error
		if p.module, err = j.Device.Load(p.Object); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if j.Options.Checks == nil {
		return nil
	}
	for _, p := range j.Programs {
		if filepath.Ext(p.Name) != ".s" {
			continue
		}
		var err error
		if j.Options.Suppress, err = j.Options.Suppress.WithComments(p.Bytes, p.Name); err != nil {
			return err
		}
	}
	var err error
	j.Sanitizer, err = sanitize.New(sanitize.Options{Checks: j.Options.Checks, Suppress: j.Options.Suppress, Object: main.Object})
	if err != nil {
		return diag.Usagef("%s: %w", diag.Field("check"), err)
	}
	return nil
}

// program is the program with the kernel of a dispatch.
func (j *Job) program(d *Dispatch) *Program {
	for _, p := range j.Programs[1:] {
		if p.dispatches[0].Object == d.Object {
			return p
		}
	}
	return j.Programs[0]
}

// kernel is the kernel of a dispatch.
func (s simulator) kernel(d *Dispatch) (*sim.Kernel, error) {
	p := s.program(d)
	k, err := p.module.Kernel(p.symbol(d.Kernel))
	return k, s.file.in(d.key()+".kernel", err)
}

func (s simulator) fit() error {
	for _, d := range s.file.Dispatches {
		if err := s.fitDispatch(d); err != nil {
			return err
		}
	}
	return nil
}

func (s simulator) fitDispatch(d *Dispatch) error {
	k, err := s.kernel(d)
	if err != nil {
		return err
	}
	m := k.Metadata()
	if m != nil {
		stated, ok := statedSizes(m.ReqdWorkgroupSize)
		switch given, err := ThreeSizes(d.Block); {
		case err != nil:
			return s.file.in(d.key()+".block", err)
		case !ok:
		case len(d.Block) == 0:
			d.Block = stated[:]
		case given != stated:
			return s.file.incomplete(d, "kernel %s has workgroups of %d,%d,%d, not %d,%d,%d",
				k.Name(), stated[0], stated[1], stated[2], given[0], given[1], given[2])
		}
		if grid, ok := statedSizes(m.KnownGrid); ok && len(d.Grid) == 0 && len(d.Global) == 0 {
			d.Grid = grid[:]
		}
	}
	switch {
	case len(d.Grid) == 0 && len(d.Global) == 0:
		return s.file.noGrid(d)
	case len(d.Block) == 0:
		return s.file.incomplete(d, "the workgroup size is missing, and the kernel does not state it: give %s X,Y,Z", diag.Field("block"))
	}
	if n := k.KernargSize(); n > 0 && len(d.Args) == 0 && d.Kernarg == "" && (m == nil || len(m.Args) == 0) {
		err := s.file.incomplete(d, "kernel %s takes %d bytes of arguments, none are given, and there are no metadata that say what they are", k.Name(), n)
		return diag.Usagef("%w; %w", err, s.file.such([]string{"zero:f32[1024]", "i32:1"}))
	}
	return s.file.fit(d, parametersOf(m), k.Name())
}

// statedSizes are the sizes in the metadata.
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

func (s simulator) allocate(m *Memory, name string) (err error) {
	if m.fill != nil {
		m.buffer, err = s.Device.AllocFunc(m.size(), m.fill)
	} else {
		m.buffer, err = s.Device.Alloc(m.size())
	}
	if err != nil {
		return fmt.Errorf("argument %q: %w", m.text, err)
	}
	m.buffer.SetName(name)
	if m.undefined {
		m.buffer.Undefined()
		m.buffer.Track()
	}
	if m.input != nil {
		return m.buffer.Write(m.input, 0)
	}
	return nil
}

func (s simulator) address(m *Memory, offset uint64) (uint64, error) {
	return m.buffer.Addr + offset, nil
}

func (s simulator) put(m *Memory, b []byte, at uint64) error { return m.buffer.Write(b, at) }

func (s simulator) position(name string) (int, error) {
	d := s.file.last()
	k, err := s.kernel(d)
	if err != nil {
		return 0, err
	}
	var names []string
	for i, a := range explicit(k.Metadata()) {
		if (a.Name == name || a.Name == name+".aligned") && i < len(d.Args) {
			return i, nil
		}
		names = append(names, a.Name)
	}
	return 0, diag.Usagef("%s %s: kernel %s has no argument of that name; it has %s%s", diag.Field("expect"), name, k.Name(), strings.Join(names, ", "), diag.DidYouMean(isa.Nearest(name, names, 1)))
}

// explicit are the arguments that a launch gives; the others are hidden.
func explicit(m *hsaco.KernelMetadata) []hsaco.Arg {
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.Args), func(a hsaco.Arg) bool { return strings.HasPrefix(a.ValueKind, "hidden_") })
}

func (s simulator) run(d *Dispatch, args []*Memory, offsets []uint64) error {
	k, err := s.kernel(d)
	if err != nil {
		return err
	}
	l := sim.Launch{Kernel: k, LDS: d.LDS, Scratch: s.Options.Scratch, Kernarg: d.raw, Options: s.Options.Sim}
	for _, size := range []struct {
		key  string
		from []uint32
		to   *[3]uint32
	}{{"grid", d.Grid, &l.Grid}, {"global", d.Global, &l.Global}, {"block", d.Block, &l.Block}} {
		if *size.to, err = ThreeSizes(size.from); err != nil {
			return s.file.in(d.key()+"."+size.key, err)
		}
	}
	for i, m := range args {
		arg := sim.PointerAt(m.buffer.Addr + offsets[i])
		switch {
		case m.value != nil:
			arg = sim.Bytes(m.value)
		case !d.Args[i].isRef():
			arg = sim.Pointer(m.buffer)
		}
		if at := d.Args[i].At; at != nil {
			arg = arg.At(*at)
		}
		if name := d.Args[i].Name; name != "" && isNamed(k, &d.Args[i]) {
			arg = arg.Named(name)
		}
		l.Args = append(l.Args, arg)
	}
	if l.Workgroups, err = s.workgroups(d, l.Groups()); err != nil {
		return err
	}
	l.Progress = s.progress(k.Name())
	printing, err := host.Attach(s.Device, s.program(d).Object, &l, s.Options.Print)
	if err != nil {
		return s.file.in(d.key(), err)
	}
	if s.Sanitizer != nil {
		name := ""
		if len(s.Programs) > 1 {
			name = s.program(d).Name
		}
		s.Sanitizer.Use(s.program(d).Object, name)
		s.Sanitizer.Begin(&l)
	}
	if s.Options.Observe != nil {
		s.Options.Observe(s.program(d).Object, &l)
	}
	report, err := s.execute(d, l)
	if e := printing.Finish(); err == nil {
		err = e
	}
	if err != nil && s.Sanitizer != nil {
		s.Sanitizer.Failed(err)
	}
	if report != nil {
		s.result.Reports = append(s.result.Reports, report)
	}
	return s.placed(d, err)
}

// execute runs a launch, or lets the options do it.
func (s simulator) execute(d *Dispatch, l sim.Launch) (*sim.Report, error) {
	if s.Options.Simulate == nil {
		return s.Device.Run(l)
	}
	return s.Options.Simulate(s.Device, s.program(d), l, d == s.file.last())
}

// placed adds the position in the launch file to an error of a launch.
func (s simulator) placed(d *Dispatch, err error) error {
	var at *sim.RunError
	var arg *sim.ArgError
	var missing *sim.MissingArgs
	switch {
	case err == nil, errors.As(err, &at):
		return err
	case errors.As(err, &arg):
		return s.file.in(d.argKey(arg.Index), err)
	case errors.As(err, &missing):
		return s.file.in(d.key(), diag.Usagef("%w; %w", err, s.file.such(examples(missing.Args))))
	}
	return s.file.in(d.key(), err)
}

// isNamed reports whether an argument's name in a launch file selects the argument. It is
// only for the reader if the kernel has no names, or if it matches none and there is an
// offset.
func isNamed(k *sim.Kernel, a *Arg) bool {
	names := false
	for _, p := range parametersOf(k.Metadata()) {
		for _, part := range p.parts {
			if part.name == a.Name {
				return true
			}
			names = names || part.name != ""
		}
	}
	return names && a.At == nil
}
