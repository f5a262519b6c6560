package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"heddle/isa"
)

// launchFile is a launch file: what to run, as JSON. README.md documents it.
type launchFile struct {
	Schema string `json:"schema"`
	// Object is the code object or assembly file, relative to the launch
	// file; the command line's FILE comes first.
	Object string `json:"object,omitempty"`
	// Buffers are memory that dispatches share, in the forms of --arg.
	Buffers    map[string]string `json:"buffers,omitempty"`
	Dispatches []dispatch        `json:"dispatches"`
	Expect     []expectation     `json:"expect,omitempty"`
}

const launchSchema = "heddle.launch/v1"

// dispatch is one kernel launch of a launch file.
type dispatch struct {
	Kernel     string      `json:"kernel,omitempty"`
	Grid       []uint32    `json:"grid,omitempty"`   // workgroups
	Global     []uint32    `json:"global,omitempty"` // work-items
	Block      []uint32    `json:"block"`
	LDS        uint32      `json:"lds,omitempty"` // dynamic, bytes
	Args       []launchArg `json:"args"`
	Workgroups string      `json:"workgroups,omitempty"`
}

// launchArg is an argument: "@buffer", "@buffer+bytes" or a form of --arg, and
// where it lies in the kernarg segment if there is no metadata to say so. In
// JSON it is a string or an object.
type launchArg struct {
	Arg string `json:"arg"`
	At  *int   `json:"at,omitempty"`
	// Name and Type are the parameter's, for the reader (build writes them).
	Name string `json:"name,omitempty"`
	Type string `json:"type,omitempty"`
}

// UnmarshalJSON reads a string or an object.
func (a *launchArg) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &a.Arg)
	}
	type plain launchArg
	return strict(b, (*plain)(a))
}

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

// strict decodes JSON and refuses keys that v does not have.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// readLaunch reads a launch file. File names in it become relative to the
// working directory.
func readLaunch(name string) (*launchFile, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	var l launchFile
	if err := strict(b, &l); err != nil {
		return nil, fmt.Errorf("%s: %s", name, jsonPlace(b, err))
	}
	if l.Schema != launchSchema {
		return nil, fmt.Errorf("%s: \"schema\" is %q; %q is read", name, l.Schema, launchSchema)
	}
	if len(l.Dispatches) == 0 {
		return nil, fmt.Errorf("%s: \"dispatches\" is empty: there is nothing to run", name)
	}
	dir := filepath.Dir(name)
	if l.Object != "" {
		l.Object = relativeTo(dir, l.Object)
	}
	for key, spec := range l.Buffers {
		l.Buffers[key] = relativeArg(dir, spec)
	}
	for i := range l.Dispatches {
		for k := range l.Dispatches[i].Args {
			a := &l.Dispatches[i].Args[k]
			a.Arg = relativeArg(dir, a.Arg)
		}
	}
	for i := range l.Expect {
		l.Expect[i].File = relativeTo(dir, l.Expect[i].File)
	}
	return &l, nil
}

// jsonPlace gives an error of the JSON decoder its line and column.
func jsonPlace(b []byte, err error) string {
	offset := int64(-1)
	switch e := err.(type) {
	case *json.SyntaxError:
		offset = e.Offset
	case *json.UnmarshalTypeError:
		offset = e.Offset
	}
	if offset < 0 || offset > int64(len(b)) {
		return err.Error()
	}
	before := b[:offset]
	line := bytes.Count(before, []byte("\n")) + 1
	col := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("%d:%d: %v", line, col, err)
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

// makeBuffers makes the buffers that dispatches share, in the order of their
// names; allocate gives one its memory, and messages its name.
func (f *launchFile) makeBuffers(allocate func(a *runArg, name string) error) (byName map[string]*runArg, all []*runArg, err error) {
	byName = map[string]*runArg{}
	for _, name := range slices.Sorted(maps.Keys(f.Buffers)) {
		a, err := parseArg(f.Buffers[name])
		if err != nil {
			return nil, nil, fmt.Errorf("buffer %q: %w", name, err)
		}
		if a.value != nil {
			return nil, nil, fmt.Errorf("buffer %q: %q is a value, not memory", name, a.text)
		}
		if err := allocate(a, "buffer "+name); err != nil {
			return nil, nil, err
		}
		byName[name], all = a, append(all, a)
	}
	return byName, all, nil
}
