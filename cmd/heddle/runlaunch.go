package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"heddle/build"
	"heddle/isa"
)

// launchFile is a launch file: what to run, as JSON. README.md documents it.
type launchFile struct {
	Schema string `json:"schema"`
	// Object is the code object, assembly or MLIR file, relative to the launch
	// file; the command line's FILE comes first.
	Object string `json:"object,omitempty"`
	// Generated is the digest of a file that build made (build.Launch).
	Generated string `json:"generated,omitempty"`
	// Buffers are memory that dispatches share.
	Buffers    map[string]*bufferSpec `json:"buffers,omitempty"`
	Dispatches []*dispatch            `json:"dispatches"`
	Expect     []expectation          `json:"expect,omitempty"`

	file string // "" for what the command line says
}

const launchSchema = build.LaunchSchema

// dispatch is one kernel launch of a launch file.
type dispatch struct {
	// Object is the file that has the kernel, if not the launch file's.
	Object string   `json:"object,omitempty"`
	Kernel string   `json:"kernel,omitempty"`
	Grid   []uint32 `json:"grid,omitempty"`   // workgroups
	Global []uint32 `json:"global,omitempty"` // work-items
	// Workload is the numbers from which a kernel in MLIR computes its grid.
	Workload []int64  `json:"workload,omitempty"`
	Block    []uint32 `json:"block"`
	LDS      uint32   `json:"lds,omitempty"` // dynamic, bytes
	// Kernarg is what the kernarg segment begins with, for Args to be put over:
	// hexadecimal digits, or "file:NAME".
	Kernarg    string      `json:"kernarg,omitempty"`
	Args       []launchArg `json:"args"`
	Workgroups string      `json:"workgroups,omitempty"`

	number int    // in the file
	raw    []byte // of Kernarg
}

// launchArg is an argument: "@buffer", "@buffer+bytes" or a form of --arg, and
// where it lies in the kernarg segment if the order does not say so. In JSON it is
// a string or an object.
type launchArg struct {
	Arg string `json:"arg"`
	At  *int   `json:"at,omitempty"`
	// Name is the parameter's, for kernels that name theirs.
	Name string `json:"name,omitempty"`
	// Type is the parameter's, for the reader (build writes it).
	Type string `json:"type,omitempty"`

	parsed *runArg
}

// UnmarshalJSON reads a string or an object.
func (a *launchArg) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &a.Arg)
	}
	type plain launchArg
	return strict(b, (*plain)(a))
}

// parse reads the argument; files that it names are read once.
func (a *launchArg) parse() (*runArg, error) {
	if a.parsed == nil {
		parsed, err := parseArg(a.Arg)
		if err != nil {
			return nil, err
		}
		a.parsed = parsed
	}
	fresh := *a.parsed
	return &fresh, nil
}

// isRef reports whether the argument is a place in a buffer.
func (a *launchArg) isRef() bool { return strings.HasPrefix(a.Arg, "@") }

// expectation compares an argument with a file after the run.
type expectation struct {
	// Buffer names a buffer of the launch file; Arg is a position or a name
	// among the arguments of the last dispatch.
	Buffer string  `json:"buffer,omitempty"`
	Arg    string  `json:"arg,omitempty"`
	File   string  `json:"file"`
	ATol   float64 `json:"atol,omitempty"`
	RTol   float64 `json:"rtol,omitempty"`
	given  string  // what the user called Arg, if that is something else
}

// readLaunch reads a launch file. File names in it become relative to the
// working directory.
func readLaunch(name string) (*launchFile, error) {
	b, err := readFile(name)
	if err != nil {
		return nil, err
	}
	var l launchFile
	err = checkLaunchKeys(b)
	if err == nil {
		err = strict(b, &l)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, jsonPlace(b, err))
	}
	if l.Schema != launchSchema {
		return nil, fmt.Errorf("%s: \"schema\" is %q; %q is read", name, l.Schema, launchSchema)
	}
	if len(l.Dispatches) == 0 {
		return nil, fmt.Errorf("%s: \"dispatches\" is empty: there is nothing to run", name)
	}
	l.file = name
	if err := l.check(); err != nil {
		return nil, err
	}
	dir := filepath.Dir(name)
	l.Object = relativeTo(dir, l.Object)
	for _, spec := range l.Buffers {
		spec.relativeTo(dir)
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

// check finds what a launch file must not leave out, and numbers its dispatches.
func (l *launchFile) check() error {
	for name, spec := range l.Buffers {
		if spec == nil {
			return l.in("buffers."+name, fmt.Errorf("null is no memory"))
		}
	}
	for i, d := range l.Dispatches {
		if d == nil {
			return l.in(fmt.Sprintf("dispatches[%d]", i), fmt.Errorf("null is no dispatch"))
		}
		d.number = i
		for k := range d.Args {
			switch a := &d.Args[k]; {
			case a.Arg == "":
				return l.in(d.argKey(k), fmt.Errorf("\"arg\" is missing"))
			case a.At != nil && *a.At < 0:
				return l.in(d.argKey(k), fmt.Errorf("argument %q: \"at\" is %d, but an offset is not negative", a.Arg, *a.At))
			case d.Kernarg != "" && a.At == nil && a.Name == "":
				return l.in(d.argKey(k), fmt.Errorf("beside \"kernarg\" argument %q needs \"at\" or \"name\": where to put it", a.Arg))
			}
		}
	}
	return nil
}

// key is where the dispatch is in its file.
func (d *dispatch) key() string { return fmt.Sprintf("dispatches[%d]", d.number) }

func (d *dispatch) argKey(i int) string { return fmt.Sprintf("%s.args[%d]", d.key(), i) }

// in says where in the launch file an error is; the command line has no file.
func (l *launchFile) in(key string, err error) error {
	if l.file == "" || err == nil {
		return err
	}
	return fmt.Errorf("%s: %s: %w", l.file, key, err)
}

// readKernarg reads raw bytes of arguments.
func (d *dispatch) readKernarg(dir string) (err error) {
	if d.Kernarg == "" {
		return nil
	}
	name, isFile := strings.CutPrefix(d.Kernarg, "file:")
	if isFile {
		if name = relativeTo(dir, name); name == "" {
			return fmt.Errorf("%q names no file", d.Kernarg)
		}
		d.raw, err = readFile(name)
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
func bufferRef(s string, buffers map[string]*runArg) (*runArg, uint64, error) {
	name, offset, plus := strings.Cut(s[1:], "+")
	a := buffers[name]
	if a == nil {
		names := make([]string, 0, len(buffers))
		for n := range buffers {
			names = append(names, n)
		}
		sort.Strings(names)
		return nil, 0, fmt.Errorf("there is no buffer %q; \"buffers\" has %s%s", name, strings.Join(names, ", "), didYouMean(isa.Nearest(name, names, 1)))
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
