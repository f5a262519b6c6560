package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// bufferSpec says what a buffer of a launch file is. In JSON it is a form of
// --arg; or a list of values and addresses of buffers, laid out like a structure of
// C; or an object with a form and what to put over it.
type bufferSpec struct {
	Arg string `json:"arg,omitempty"`
	// List is the whole contents, Put what is put over those of Arg.
	List []launchArg `json:"list,omitempty"`
	Put  []launchArg `json:"put,omitempty"`
}

// UnmarshalJSON reads a string, a list or an object.
func (s *bufferSpec) UnmarshalJSON(b []byte) error {
	switch b = bytes.TrimSpace(b); {
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, &s.Arg)
	case len(b) > 0 && b[0] == '[':
		return strict(b, &s.List)
	}
	type plain bufferSpec
	return strict(b, (*plain)(s))
}

func (s *bufferSpec) relativeTo(dir string) {
	s.Arg = relativeArg(dir, s.Arg)
	for _, list := range [][]launchArg{s.List, s.Put} {
		for i := range list {
			list[i].Arg = relativeArg(dir, list[i].Arg)
		}
	}
}

// field is a value in a buffer: bytes, or an address.
type field struct {
	at, size int
	value    []byte
	ref      string // "@name+bytes" instead of value
}

// addressBytes is the size of an address.
const addressBytes = 8

// fields lays values out: each at its "at", or behind the one before, aligned to
// its size. The second result is where they end.
func fields(list []launchArg) ([]field, int, error) {
	var all []field
	at, end := 0, 0
	for i := range list {
		a := &list[i]
		f := field{ref: a.Arg}
		size := addressBytes
		if !a.isRef() {
			v, err := a.parse()
			if err != nil {
				return nil, 0, err
			}
			if v.value == nil {
				return nil, 0, fmt.Errorf("%q is memory, not a value: name it in \"buffers\" and give its address as \"@name\"", a.Arg)
			}
			f.value, f.ref, size = v.value, "", len(v.value)
		}
		if a.At != nil {
			at = *a.At
		} else if size <= addressBytes && size&(size-1) == 0 {
			at = (at + size - 1) / max(size, 1) * max(size, 1)
		} else {
			at = (at + addressBytes - 1) / addressBytes * addressBytes
		}
		if at < 0 || at > maxFields-size {
			return nil, 0, fmt.Errorf("%q at %d: offsets are from 0 to %d", a.Arg, at, maxFields)
		}
		f.at, f.size = at, size
		at += size
		end = max(end, at)
		all = append(all, f)
	}
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b field) int { return a.at - b.at })
	for i := 1; i < len(sorted); i++ {
		if before := sorted[i-1]; sorted[i].at < before.at+before.size {
			return nil, 0, fmt.Errorf("two values have byte %d", sorted[i].at)
		}
	}
	return all, end, nil
}

// maxFields bounds a buffer that is a list.
const maxFields = 1 << 30

// memory makes the memory that the buffer is to be, without what has to wait
// for addresses.
func (s *bufferSpec) memory() (*runArg, []field, error) {
	if s.List == nil {
		list, end, err := fields(s.Put)
		if err != nil {
			return nil, nil, err
		}
		a, err := parseArg(s.Arg)
		switch {
		case err != nil:
			return nil, nil, err
		case a.value != nil:
			return nil, nil, fmt.Errorf("%q is a value, not memory", a.text)
		case a.undefined && len(list) > 0:
			return nil, nil, fmt.Errorf("%q is an output: there is nothing to \"put\" something over", a.text)
		case uint64(end) > a.size():
			return nil, nil, fmt.Errorf("\"put\" goes up to byte %d of %d", end, a.size())
		}
		return a, list, nil
	}
	if s.Arg != "" || s.Put != nil {
		return nil, nil, fmt.Errorf("\"list\" is all that is in the buffer: \"arg\" and \"put\" cannot be given besides")
	}
	list, end, err := fields(s.List)
	if err != nil {
		return nil, nil, err
	}
	u8, err := parseElement("u8")
	return &runArg{text: fmt.Sprintf("a list of %s", count(uint64(len(list)), "value")), tensor: tensor{u8, []int{end}}}, list, err
}

// size is that of the argument's memory in bytes.
func (a *runArg) size() uint64 {
	if a.input != nil {
		return uint64(len(a.input))
	}
	return a.tensor.bytes()
}

// makeBuffers makes the buffers that dispatches share, in the order of their
// names; allocate gives one its memory, and messages its name. Then put writes
// values into them: what is given as the address of a buffer's byte is for
// address to say.
func (l *launchFile) makeBuffers(allocate func(a *runArg, name string) error, address func(a *runArg, offset uint64) (uint64, error),
	put func(a *runArg, b []byte, at int) error) (byName map[string]*runArg, all []*runArg, err error) {
	byName = map[string]*runArg{}
	lists := map[string][]field{}
	names := slices.Sorted(maps.Keys(l.Buffers))
	for _, name := range names {
		a, list, err := l.Buffers[name].memory()
		if err == nil {
			err = allocate(a, "buffer "+name)
		}
		if err != nil {
			return nil, nil, l.in("buffers."+name, err)
		}
		byName[name], all, lists[name] = a, append(all, a), list
	}
	for _, name := range names {
		for _, f := range lists[name] {
			b := f.value
			if f.ref != "" {
				a, offset, err := bufferRef(f.ref, byName)
				var to uint64
				if err == nil {
					to, err = address(a, offset)
				}
				if err != nil {
					return nil, nil, l.in("buffers."+name, err)
				}
				b = binary.LittleEndian.AppendUint64(nil, to)
			}
			if err := put(byName[name], b, f.at); err != nil {
				return nil, nil, l.in("buffers."+name, err)
			}
		}
	}
	return byName, all, nil
}
