package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/hsaco"
	"heddle/launch"
	"heddle/vet"
)

// vetLaunch are the flags that say how kernels are launched.
type vetLaunch struct {
	file, kernel  string
	args, tensors []string
	grid, block   string
	lds           int64
	addresses     bool
}

func (f *vetLaunch) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.file, "launch", "", "check addresses for the dispatches of a launch `FILE`; none for no file (default: OBJECT.launch.json, if there is one)")
	flags.StringVarP(&f.kernel, "kernel", "k", "", "what --grid, --block, --arg, --tensor and --lds say is about the kernel `NAME` (default: all of them)")
	flags.StringArrayVar(&f.args, "arg", nil, "check addresses for a number among the arguments, by name, position or @offset: `NAME=N` or NAME=LEAST..MOST")
	flags.StringArrayVar(&f.tensors, "tensor", nil, "check addresses for a pointer to an array: `NAME=SHAPE`, such as C=32768x57344xf32")
	flags.StringVar(&f.grid, "grid", "", "check addresses for a grid of `X,Y,Z` workgroups")
	flags.StringVar(&f.block, "block", "", "check addresses for workgroups of `X,Y,Z` work-items")
	flags.Int64Var(&f.lds, "lds", -1, "dynamic LDS of a workgroup, in `BYTES`")
	flags.BoolVar(&f.addresses, "addresses", false, "list where each memory access goes")
}

// given is what the flags say, for all kernels; nil if they say nothing.
func (f *vetLaunch) given() (*vet.Launch, error) {
	if f.lds < -1 {
		return nil, usagef("--lds: %d is not a number of bytes", f.lds)
	}
	if len(f.args)+len(f.tensors) == 0 && f.grid == "" && f.block == "" && f.lds < 0 {
		if f.kernel != "" {
			return nil, usagef("--kernel says which kernel --grid, --block, --arg, --tensor and --lds are about: give one of them")
		}
		return nil, nil
	}
	l := &vet.Launch{Kernel: f.kernel, LDS: f.lds}
	for _, s := range f.args {
		name, value, ok := strings.Cut(s, "=")
		low, high, isRange := strings.Cut(value, "..")
		if !isRange {
			high = low
		}
		a, err := vetArgument(name)
		least, err1 := strconv.ParseInt(low, 0, 64)
		most, err2 := strconv.ParseInt(high, 0, 64)
		if err != nil || !ok || err1 != nil || err2 != nil || least > most {
			return nil, usagef("--arg %s: need a name, position or @offset and a number or a range of numbers, as in N=4096 or N=0..65535", s)
		}
		a.Least, a.Most = least, most
		l.Args = append(l.Args, a)
	}
	for _, s := range f.tensors {
		name, shape, ok := strings.Cut(s, "=")
		a, err := vetArgument(name)
		if err == nil && ok {
			a.Memory = true
			a.Bytes, err = tensorBytes(shape)
		}
		if err != nil || !ok {
			return nil, usagef("--tensor %s: need a name, position or @offset, and sizes and a type, as in C=32768x57344xf32 or 2=4096xbf16", s)
		}
		l.Args = append(l.Args, a)
	}
	for _, size := range []struct {
		flag, text string
		to         *[3]uint32
	}{{"grid", f.grid, &l.Grid}, {"block", f.block, &l.Block}} {
		if size.text == "" {
			continue
		}
		list, err := parseSizes(size.text)
		if err == nil {
			*size.to, err = launch.ThreeSizes(list)
		}
		if err != nil {
			return nil, usagef("--%s: %w", size.flag, err)
		}
	}
	return l, nil
}

// vetArgument reads which argument is meant: a name, @offset or a position.
func vetArgument(s string) (vet.Argument, error) {
	a := vet.Argument{Offset: -1}
	if at, ok := strings.CutPrefix(s, "@"); ok {
		n, err := strconv.ParseUint(at, 0, 20)
		a.Offset = int(n)
		return a, err
	}
	if n, err := strconv.ParseUint(s, 10, 20); err == nil {
		a.Index = int(n)
		return a, nil
	}
	if a.Name = s; s == "" {
		return a, errors.New("no name")
	}
	return a, nil
}

// tensorBytes is the size of an array: sizes and an element type, with x between them.
func tensorBytes(s string) (int64, error) {
	parts := strings.Split(s, "x")
	e, err := launch.ParseElement(parts[len(parts)-1])
	if err != nil {
		return 0, err
	}
	bits := int64(e.Bits)
	for _, p := range parts[:len(parts)-1] {
		n, err := strconv.ParseInt(p, 10, 64)
		if err != nil || n < 0 || n > 0 && bits > math.MaxInt64/4/n {
			return 0, fmt.Errorf("%q is not a size", p)
		}
		bits *= n
	}
	return (bits + 7) / 8, nil
}

// launches are those of an object in a file: of the launch file, and of the flags.
func (f *vetLaunch) launches(file string, o *hsaco.Object) ([]vet.Launch, error) {
	var list []vet.Launch
	name := f.file
	if name == "" {
		if name = file + ".launch.json"; !isFile(name) {
			name = "none"
		}
	}
	if name != "none" {
		l, err := launch.Read(name)
		if err != nil {
			return nil, err
		}
		described, err := l.Describe(o)
		if err != nil {
			return nil, err
		}
		for i := range described {
			list = append(list, describedLaunch(&described[i]))
		}
	}
	given, err := f.given()
	if err != nil || given == nil {
		return list, err
	}
	if err := hasKernel(o, f.kernel); err != nil {
		return nil, err
	}
	overridden := false
	for i := range list { // the flags override the file
		if l := &list[i]; f.kernel == "" || l.Kernel == f.kernel {
			override(l, given)
			overridden = true
		}
	}
	if !overridden {
		list = append(list, *given)
	}
	return list, nil
}

// hasKernel refuses a kernel that an object does not have; "" stands for all.
func hasKernel(o *hsaco.Object, kernel string) error {
	var names []string
	for _, k := range o.Kernels {
		names = append(names, k.Name)
	}
	if kernel != "" && !slices.Contains(names, kernel) {
		return fmt.Errorf("there is no kernel %s; there are %s", kernel, strings.Join(names, ", "))
	}
	return nil
}

// override puts what the flags say in place of what a launch file does.
func override(l, given *vet.Launch) {
	l.Args = append(l.Args, given.Args...)
	if given.Grid != [3]uint32{} {
		l.Grid, l.Global = given.Grid, [3]uint32{}
	}
	if given.Block != [3]uint32{} {
		l.Block = given.Block
	}
	if given.LDS >= 0 {
		l.LDS = given.LDS
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeType == 0
}

// describedLaunch is a dispatch as vet takes it.
func describedLaunch(d *launch.Described) vet.Launch {
	l := vet.Launch{Kernel: d.Kernel, Grid: d.Grid, Block: d.Block, Global: d.Global, LDS: int64(d.LDS)}
	for _, a := range d.Args {
		x := vet.Argument{Offset: a.Offset}
		switch {
		case a.Value == nil:
			x.Memory, x.Bytes, x.At = true, int64(a.Size), int64(a.At)
			l.Args = append(l.Args, x)
		default: // dword by dword
			for at := 0; at+4 <= len(a.Value) && len(a.Value) <= 64; at += 4 {
				n := int64(binary.LittleEndian.Uint32(a.Value[at:]))
				l.Args = append(l.Args, vet.Argument{Offset: a.Offset + at, Dword: true, Least: n, Most: n})
			}
		}
	}
	return l
}
