package launch

import (
	"errors"
	"fmt"

	"heddle/diag"
	"heddle/ir"
	"heddle/ir/interp"
)

// interpreter executes MLIR without compiling it.
type interpreter struct {
	*Job
	module *ir.Module
}

// loadInterpreter reads the module.
func (j *Job) loadInterpreter() error {
	m, err := j.Options.Code.parse(j.target.Chip)
	j.machine = interpreter{j, m}
	if err != nil {
		return err
	}
	return j.file.interpretable("%s", diag.Field("interp"))
}

// interpretable rejects arguments that only compiled kernels can take; format and field
// name what requests the interpreter.
func (l *File) interpretable(format string, field diag.Field) error {
	for _, d := range l.Dispatches {
		switch {
		case d.Object != "":
			return l.in(d.key()+".object", diag.Fieldf(format+" takes a single file of MLIR", field))
		case d.Kernarg != "":
			return l.in(d.key()+".kernarg", diag.Fieldf(format+": the interpreter has arguments but no kernarg segment", field))
		}
	}
	return nil
}

// maxInterpBuffer bounds the memory of an argument. It is memory of this process, though
// only pages that a kernel touches are really allocated.
const maxInterpBuffer = maxArray

func (n interpreter) fit() error { return n.file.complete(n.module, n.target.Chip) }

func (n interpreter) allocate(m *Memory, name string) error {
	size := m.size()
	if size > maxInterpBuffer {
		return diag.Fieldf("argument %q: %d bytes are more than the %d that %s takes", m.text, size, uint64(maxInterpBuffer), diag.Field("interp"))
	}
	m.host = &interp.Buffer{Name: name, Data: make([]byte, size), Undefined: m.undefined, Fill: m.fill}
	copy(m.host.Data, m.input)
	return nil
}

func (n interpreter) address(*Memory, uint64) (uint64, error) {
	return 0, errors.New("memory of the interpreter has no addresses: only compiled kernels can take buffers that contain addresses of others")
}

func (n interpreter) put(m *Memory, b []byte, at uint64) error {
	copy(m.host.Contents()[at:], b)
	return nil
}

func (n interpreter) position(name string) (int, error) {
	return 0, diag.Usagef("%s %s: arguments of MLIR have no names; give the position, the first is 0", diag.Field("expect"), name)
}

func (n interpreter) run(d *Dispatch, args []*Memory, offsets []uint64) error {
	l := interp.Launch{Kernel: d.Kernel, Chip: n.target.Chip, LDS: int64(d.LDS), Limits: interp.Limits{Steps: n.Options.MaxOperations}}
	kernel, err := interp.FindKernel(n.module, d.Kernel)
	if err != nil {
		return err
	}
	if l.Block, err = ThreeSizes(d.Block); err != nil {
		return err
	}
	if l.Block == [3]uint32{} {
		l.Block = kernel.Block
	}
	if l.Grid, err = interpGrid(d, l.Block); err != nil {
		return err
	}
	for i, m := range args {
		if m.value != nil {
			l.Args = append(l.Args, interp.Bytes(m.value))
		} else {
			l.Args = append(l.Args, interp.Arg{Buffer: m.host, Offset: int64(offsets[i])})
		}
	}
	if l.Args, err = n.file.inOrder(d, kernel, l.Args); err != nil {
		return err
	}
	if l.Workgroups, err = n.workgroups(d, l.Grid); err != nil {
		return err
	}
	l.Progress, l.Print = n.progress(kernel.Name), n.Options.Print.Out
	report, err := interp.Run(n.module, l)
	if report != nil {
		n.result.Interpreted = append(n.result.Interpreted, report)
	}
	return err
}

// interpGrid is the number of workgroups of a dispatch.
func interpGrid(d *Dispatch, block [3]uint32) ([3]uint32, error) {
	if len(d.Global) == 0 {
		return ThreeSizes(d.Grid)
	}
	global, err := ThreeSizes(d.Global)
	if err != nil {
		return global, err
	}
	for i, n := range global {
		if block[i] == 0 || n%block[i] != 0 {
			return global, diag.Fieldf("%s %d is not a multiple of the block's %d: partial workgroups are not interpreted", diag.Field("global"), n, block[i])
		}
		global[i] = n / block[i]
	}
	return global, nil
}

// inOrder sorts arguments with offsets: the interpreter takes them in order.
func (l *File) inOrder(d *Dispatch, k *interp.Kernel, args []interp.Arg) ([]interp.Arg, error) {
	list, err := k.Params()
	if err != nil {
		return nil, err
	}
	params := interpreted(list)
	found := d.assign(params)
	if partsOf(params) != len(args) {
		return args, nil // Run reports the error
	}
	sorted := make([]interp.Arg, len(args))
	by := make([]int, len(args))
	for i, n := range found {
		switch {
		case n < 0 && d.Args[i].At != nil:
			return nil, l.in(d.argKey(i), fmt.Errorf("argument %q: \"at\" is %d, but kernel %s has no argument there", d.Args[i].Arg, *d.Args[i].At, k.Name))
		case n < 0:
			return nil, l.in(d.argKey(i), fmt.Errorf("kernel %s takes only %d arguments", k.Name, len(sorted)))
		case by[n] != 0:
			return nil, l.in(d.argKey(i), fmt.Errorf("argument %q has the offset of argument %d", d.Args[i].Arg, by[n]-1))
		}
		sorted[n], by[n] = args[i], i+1
	}
	return sorted, nil
}
