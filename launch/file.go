package launch

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"heddle/diag"
	"heddle/isa"
)

// Schema is the "schema" of launch files.
const Schema = "heddle.launch/v1"

// File describes a run. Read and Parse make one from JSON (docs/launch.md documents the
// keys), Of makes one for compiled kernels, and a program can fill one in.
type File struct {
	Schema string `json:"schema"`
	// Object is the code object, assembly or MLIR file.
	Object string `json:"object,omitempty"`
	// Generated is the digest that JSON adds.
	Generated string `json:"generated,omitempty"`
	// Buffers are memory that dispatches share.
	Buffers    Buffers       `json:"buffers,omitempty"`
	Dispatches []*Dispatch   `json:"dispatches"`
	Expect     []Expectation `json:"expect,omitempty"`

	name string // for messages; "" if the caller filled in the File
}

// Dispatch is one kernel launch.
type Dispatch struct {
	// Object is the kernel's file, if not the launch file's object.
	Object string `json:"object,omitempty"`
	// Kernel may be left out if there is only one.
	Kernel string   `json:"kernel,omitempty"`
	Grid   []uint32 `json:"grid,omitempty"`   // workgroups
	Global []uint32 `json:"global,omitempty"` // work-items
	// Workload are the numbers from which a kernel in MLIR computes its grid.
	Workload []int64  `json:"workload,omitempty"`
	Block    []uint32 `json:"block,omitempty"` // work-items of a workgroup
	LDS      uint32   `json:"lds,omitempty"`   // dynamic, bytes
	// Kernarg is the initial contents of the kernarg segment, over which Args are
	// written: hexadecimal digits, or "file:NAME".
	Kernarg string `json:"kernarg,omitempty"`
	Args    []Arg  `json:"args"`
	// Workgroups are those to execute, in a form of sim.ChooseWorkgroups; "" is all.
	Workgroups string `json:"workgroups,omitempty"`

	number int    // in the file
	raw    []byte // of Kernarg
}

// Arg is an argument: "@buffer", "@buffer+bytes" or a form of --arg, and its offset in
// the kernarg segment if it is not given by the order. In JSON it is a string or an
// object.
type Arg struct {
	Arg string `json:"arg"`
	At  *int   `json:"at,omitempty"`
	// Name is the parameter's name, for kernels with named parameters.
	Name string `json:"name,omitempty"`
	// Type is the parameter's type in MLIR, for the reader only.
	Type string `json:"type,omitempty"`
	// Stdin is where in:- and inout:-:F.npy read their array; nil if they cannot.
	Stdin io.Reader `json:"-"`

	parsed    *Memory
	parameter string // the name of the parameter that it is for, "" if not known
}

// name is what messages call memory that is argument i.
func (a *Arg) name(i int) string {
	name := fmt.Sprintf("argument %d", i)
	if p := cmp.Or(a.parameter, a.Name); p != "" {
		name += ", " + p
	}
	return fmt.Sprintf("%s (%s)", name, a.Arg)
}

// UnmarshalJSON reads a string, a number, which is a short form, or an object.
func (a *Arg) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &a.Arg)
	}
	if len(b) > 0 && (b[0] == '-' || '0' <= b[0] && b[0] <= '9') {
		a.Arg = string(b)
		return nil
	}
	type plain Arg
	return strict(b, (*plain)(a))
}

// parse reads the argument; each file is read once.
func (a *Arg) parse() (*Memory, error) {
	if a.parsed == nil {
		parsed, err := parseArg(a.Arg, a.Stdin)
		if err != nil {
			return nil, err
		}
		a.parsed = parsed
	}
	fresh := *a.parsed
	return &fresh, nil
}

// isRef reports whether the argument is an address in a buffer.
func (a *Arg) isRef() bool { return strings.HasPrefix(a.Arg, "@") }

// Expectation compares an argument with a .npy file after the run:
// |got - want| <= ATol + RTol*|want|.
type Expectation struct {
	// Buffer names a buffer of the launch file; Arg is a position or a name
	// among the arguments of the last dispatch.
	Buffer string  `json:"buffer,omitempty"`
	Arg    string  `json:"arg,omitempty"`
	File   string  `json:"file"`
	ATol   float64 `json:"atol,omitempty"`
	RTol   float64 `json:"rtol,omitempty"`

	given string // the user's name for Arg, if different
}

// Read reads a launch file.
func Read(name string) (*File, error) {
	b, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, b)
}

// ReadAt reads a launch file for one run of a sweep: with {expressions} in its strings.
func ReadAt(name string, x *Setting) (*File, error) {
	b, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	if b, err = x.ExpandJSON(b); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return Parse(name, b)
}

// Parse reads the text of a launch file with that name. File names in it are relative to
// its directory.
func Parse(name string, b []byte) (*File, error) {
	var l File
	b = bytes.TrimPrefix(b, []byte("\ufeff")) // a byte-order mark
	err := checkLaunchKeys(b)
	if err == nil {
		err = strict(b, &l)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, jsonPlace(b, err))
	}
	if l.Schema != Schema {
		return nil, fmt.Errorf("%s: \"schema\" is %q; need %q", name, l.Schema, Schema)
	}
	if len(l.Dispatches) == 0 {
		return nil, fmt.Errorf("%s: \"dispatches\" is empty: there is nothing to run", name)
	}
	l.name = name
	if err := l.check(); err != nil {
		return nil, err
	}
	dir := filepath.Dir(name)
	l.Object = relativeTo(dir, l.Object)
	for i := range l.Buffers {
		l.Buffers[i].relativeTo(dir)
	}
	for _, d := range l.Dispatches {
		d.Object = relativeTo(dir, d.Object)
		for k := range d.Args {
			d.Args[k].Arg = relativeArg(dir, d.Args[k].Arg)
		}
		if err := d.readKernarg(dir); err != nil {
			return nil, l.in(d.key()+".kernarg", err)
		}
	}
	for i := range l.Expect {
		l.Expect[i].File = relativeTo(dir, l.Expect[i].File)
	}
	return &l, nil
}

// check rejects incomplete launch files and numbers the dispatches.
func (l *File) check() error {
	for i := range l.Buffers {
		if err := l.Buffers[i].check(); err != nil {
			return l.in("buffers."+l.Buffers[i].Name, err)
		}
	}
	for i, d := range l.Dispatches {
		if d == nil {
			return l.in(fmt.Sprintf("dispatches[%d]", i), fmt.Errorf("null is not a dispatch"))
		}
		d.number = i
		for k := range d.Args {
			switch a := &d.Args[k]; {
			case a.Arg == "":
				return l.in(d.argKey(k), fmt.Errorf("\"arg\" is missing"))
			case a.At != nil && *a.At < 0:
				return l.in(d.argKey(k), fmt.Errorf("argument %q: \"at\" is %d, and an offset must not be negative", a.Arg, *a.At))
			case d.Kernarg != "" && a.At == nil && a.Name == "":
				return l.in(d.argKey(k), fmt.Errorf("with \"kernarg\", argument %q needs \"at\" or \"name\" to say where it goes", a.Arg))
			}
		}
	}
	return nil
}

// SetBuffer adds a buffer, or replaces the one with its name.
func (l *File) SetBuffer(b Buffer) {
	if old := l.Buffers.find(b.Name); old != nil {
		*old = b
	} else {
		l.Buffers = append(l.Buffers, b)
	}
}

// Uses reports whether an argument or a buffer holds an address in the buffer.
func (l *File) Uses(buffer string) bool {
	is := func(a Arg) bool {
		to, _, _ := strings.Cut(a.Arg, "+")
		return to == "@"+buffer
	}
	return slices.ContainsFunc(l.Dispatches, func(d *Dispatch) bool { return slices.ContainsFunc(d.Args, is) }) ||
		slices.ContainsFunc(l.Buffers, func(b Buffer) bool { return slices.ContainsFunc(b.List, is) || slices.ContainsFunc(b.Put, is) })
}

// key is the dispatch's path in its file.
func (d *Dispatch) key() string { return fmt.Sprintf("dispatches[%d]", d.number) }

func (d *Dispatch) argKey(i int) string { return fmt.Sprintf("%s.args[%d]", d.key(), i) }

// in adds the position in the launch file to an error; the command line has no file.
func (l *File) in(key string, err error) error {
	if l.name == "" || err == nil {
		return err
	}
	return diag.Fieldf("%s: %s: %w", l.name, key, err)
}

// readKernarg reads the initial bytes of the kernarg segment.
func (d *Dispatch) readKernarg(dir string) (err error) {
	if d.Kernarg == "" {
		return nil
	}
	name, isFile := strings.CutPrefix(d.Kernarg, "file:")
	if isFile {
		if name = relativeTo(dir, name); name == "" {
			return fmt.Errorf("%q does not name a file", d.Kernarg)
		}
		d.raw, err = ReadFile(name)
		return err
	}
	digits := strings.TrimPrefix(strings.Join(strings.Fields(d.Kernarg), ""), "0x")
	if d.raw, err = hex.DecodeString(digits); err != nil {
		return fmt.Errorf("%q is neither an even number of hexadecimal digits nor file:NAME", d.Kernarg)
	}
	return nil
}

func relativeTo(dir, file string) string {
	if filepath.IsAbs(file) || file == "" {
		return file
	}
	return filepath.Join(dir, file)
}

// relativeArg makes the file names of an argument relative to dir.
func relativeArg(dir, spec string) string {
	parts := strings.Split(spec, ":")
	files := map[string]int{"in": 1, "out": 1, "inout": 2}[parts[0]]
	for i := 1; i <= files && i < len(parts); i++ {
		parts[i] = relativeTo(dir, parts[i])
	}
	return strings.Join(parts, ":")
}

// bufferRef reads "@name" and "@name+bytes".
func bufferRef(s string, buffers map[string]*Memory) (*Memory, uint64, error) {
	name, offset, plus := strings.Cut(s[1:], "+")
	a := buffers[name]
	if a == nil {
		names := slices.Sorted(maps.Keys(buffers))
		return nil, 0, fmt.Errorf("there is no buffer %q; \"buffers\" has %s%s", name, strings.Join(names, ", "), diag.DidYouMean(isa.Nearest(name, names, 1)))
	}
	if !plus {
		return a, 0, nil
	}
	n, err := strconv.ParseUint(offset, 0, 63)
	if err != nil {
		return nil, 0, fmt.Errorf("%q in %q is not a number of bytes", offset, s)
	}
	return a, n, nil
}
