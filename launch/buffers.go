package launch

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"heddle/diag"
)

// Buffers are buffers with different names.
type Buffers []Buffer

// Buffer describes memory that dispatches share. In JSON it is a form of --arg; or a
// list of values and addresses of buffers, laid out like a C structure; or an object
// with a form and the values to write over it.
type Buffer struct {
	Name string `json:"-"` // its key
	Arg  string `json:"arg,omitempty"`
	// List is the whole contents; Put is written over the contents of Arg.
	List []Arg `json:"list,omitempty"`
	Put  []Arg `json:"put,omitempty"`
}

// UnmarshalJSON reads an object with a buffer under each name.
func (list *Buffers) UnmarshalJSON(b []byte) error {
	var byName map[string]*Buffer
	if err := strict(b, &byName); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if byName[name] == nil {
			return fmt.Errorf("buffers.%s: null is not a buffer", name)
		}
		byName[name].Name = name
		*list = append(*list, *byName[name])
	}
	return nil
}

// MarshalJSON is the inverse of UnmarshalJSON, in the order of the list.
func (list Buffers) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%s:%s", quoted(list[i].Name), quoted(list[i]))
	}
	return append(b, '}'), nil
}

// find returns the buffer of that name, nil if there is none.
func (list Buffers) find(name string) *Buffer {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// UnmarshalJSON reads a string, a list or an object.
func (s *Buffer) UnmarshalJSON(b []byte) error {
	switch b = bytes.TrimSpace(b); {
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, &s.Arg)
	case len(b) > 0 && b[0] == '[':
		return strict(b, &s.List)
	}
	type plain Buffer
	return strict(b, (*plain)(s))
}

// MarshalJSON is the inverse of UnmarshalJSON.
func (s Buffer) MarshalJSON() ([]byte, error) {
	type plain Buffer
	switch {
	case s.List != nil:
		return quoted(s.List), nil
	case len(s.Put) == 0:
		return quoted(s.Arg), nil
	}
	return quoted(plain(s)), nil
}

// check rejects a buffer whose contents are not said, or said twice.
func (s *Buffer) check() error {
	switch {
	case s.List != nil && (s.Arg != "" || s.Put != nil):
		return fmt.Errorf("\"list\" gives the whole buffer: it cannot be combined with \"arg\" or \"put\"")
	case s.List == nil && s.Arg == "":
		return fmt.Errorf("\"arg\" is missing: it says what the buffer holds, such as \"zero:f32[64]\"")
	}
	return nil
}

func (s *Buffer) relativeTo(dir string) {
	s.Arg = relativeArg(dir, s.Arg)
	for _, list := range [][]Arg{s.List, s.Put} {
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

// fields lays out values: each at its "at", or after the previous one, aligned to its
// size. The second result is the end of the last.
func fields(list []Arg) ([]field, int, error) {
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
			return nil, 0, fmt.Errorf("two values overlap at byte %d", sorted[i].at)
		}
	}
	return all, end, nil
}

// maxFields bounds a buffer that is a list.
const maxFields = 1 << 30

// memory makes the buffer's memory, without the values that need addresses.
func (s *Buffer) memory() (*Memory, []field, error) {
	if s.List == nil {
		list, end, err := fields(s.Put)
		if err != nil {
			return nil, nil, err
		}
		a, err := parseArg(s.Arg, nil)
		switch {
		case err != nil:
			return nil, nil, err
		case a.value != nil:
			return nil, nil, fmt.Errorf("%q is a value, not memory", a.text)
		case a.undefined && len(list) > 0:
			return nil, nil, fmt.Errorf("%q is an output, which has no contents to \"put\" values over", a.text)
		case uint64(end) > a.size():
			return nil, nil, fmt.Errorf("\"put\" ends at byte %d, the buffer at %d", end, a.size())
		}
		return a, list, nil
	}
	list, end, err := fields(s.List)
	if err != nil {
		return nil, nil, err
	}
	u8, err := ParseElement("u8")
	return &Memory{text: fmt.Sprintf("a list of %s", diag.Count(len(list), "value")), tensor: tensor{u8, []int{end}}}, list, err
}

// makeBuffers makes the buffers that dispatches share, in order of their names, and then
// writes values, which may be addresses of buffers, into them.
func (j *Job) makeBuffers() error {
	lists := map[string][]field{}
	sorted := slices.SortedFunc(slices.Values(j.file.Buffers), func(a, b Buffer) int { return cmp.Compare(a.Name, b.Name) })
	for i := range sorted {
		name := sorted[i].Name
		m, list, err := sorted[i].memory()
		if given, ok := j.Memory[name]; err == nil && ok {
			m.buffer = given
		} else if err == nil {
			err = j.machine.allocate(m, "buffer "+name)
		}
		if err != nil {
			return j.file.in("buffers."+name, err)
		}
		j.buffers[name], j.all, lists[name] = m, append(j.all, m), list
	}
	for i := range sorted {
		name := sorted[i].Name
		for _, f := range lists[name] {
			if err := j.put(j.buffers[name], f); err != nil {
				return j.file.in("buffers."+name, err)
			}
		}
	}
	return nil
}

// put writes a value into a buffer.
func (j *Job) put(m *Memory, f field) error {
	b := f.value
	if f.ref != "" {
		to, offset, err := bufferRef(f.ref, j.buffers)
		if err != nil {
			return err
		}
		address, err := j.machine.address(to, offset)
		if err != nil {
			return err
		}
		b = binary.LittleEndian.AppendUint64(nil, address)
	}
	return j.machine.put(m, b, uint64(f.at))
}
