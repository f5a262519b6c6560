package launch

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
)

// Axis is a name with the values that it takes in a series of runs.
type Axis struct {
	Name   string
	Values []int64
}

// maxPoints bounds the runs of a sweep, and the values of an axis.
const maxPoints = 1 << 20

// ParseAxis reads NAME=VALUES: numbers and ranges, such as m=1,2,64..512:64,1000. The end of a range is
// included if a step comes to it.
func ParseAxis(text string) (Axis, error) {
	name, list, ok := strings.Cut(text, "=")
	if !ok || !isName(name) || list == "" {
		return Axis{}, fmt.Errorf("%q is not NAME=VALUES, such as m=1..300, m=1..300:7 or m=1,2,64..512:64", text)
	}
	a := Axis{Name: name}
	for _, part := range strings.Split(list, ",") {
		from, to, ranged := strings.Cut(part, "..")
		to, step, stepped := strings.Cut(to, ":")
		first, err := strconv.ParseInt(from, 0, 64)
		last, by := first, int64(1)
		if err == nil && ranged {
			last, err = strconv.ParseInt(to, 0, 64)
		}
		if err == nil && stepped {
			by, err = strconv.ParseInt(step, 0, 64)
		}
		switch {
		case err != nil:
			return a, fmt.Errorf("%q in %q is neither a number nor a range FROM..TO or FROM..TO:STEP", part, text)
		case by < 1 || last < first:
			return a, fmt.Errorf("%q in %q: a range goes up, by a step of 1 or more", part, text)
		case uint64(last-first)/uint64(by) >= maxPoints-uint64(len(a.Values)):
			return a, fmt.Errorf("%q has more than %d values", text, maxPoints)
		}
		for n := uint64(0); n <= uint64(last-first)/uint64(by); n++ {
			a.Values = append(a.Values, first+int64(n)*by)
		}
	}
	return a, nil
}

// Sweep is a series of runs: all combinations of the values of some names, those of the last name
// changing first.
type Sweep []Axis

// ParseSweep reads axes.
func ParseSweep(texts []string) (Sweep, error) {
	var s Sweep
	runs := 1
	for _, text := range texts {
		a, err := ParseAxis(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(s, func(b Axis) bool { return b.Name == a.Name }) {
			return nil, fmt.Errorf("%s is given twice: separate its values by commas", a.Name)
		}
		if runs *= len(a.Values); runs > maxPoints {
			return nil, fmt.Errorf("there are more than %d combinations of values", maxPoints)
		}
		s = append(s, a)
	}
	return s, nil
}

// Names are the names of the axes.
func (s Sweep) Names() []string {
	names := []string{}
	for _, a := range s {
		names = append(names, a.Name)
	}
	return names
}

// Len is the number of runs.
func (s Sweep) Len() int {
	n := 1
	for _, a := range s {
		n *= len(a.Values)
	}
	return n
}

// Point has a value for each axis, in their order.
type Point []int64

// First is the first run.
func (s Sweep) First() Point { return s.point(0) }

// Points yields the runs.
func (s Sweep) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for n := range s.Len() {
			if !yield(s.point(n)) {
				return
			}
		}
	}
}

// point is run number n.
func (s Sweep) point(n int) Point {
	p := make(Point, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		k := len(s[i].Values)
		p[i] = s[i].Values[n%k]
		n /= k
	}
	return p
}

// Setting is what names stand for in one run of a sweep, and which of them were asked for.
type Setting struct {
	values map[string]int64
	used   map[string]bool
}

// At is the setting of a run.
func (s Sweep) At(p Point) *Setting {
	x := &Setting{map[string]int64{}, map[string]bool{}}
	for i, a := range s {
		x.values[a.Name] = p[i]
	}
	return x
}

// Unused are the names that no text asked for, in order.
func (x *Setting) Unused() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(x.values)) {
		if !x.used[name] {
			names = append(names, name)
		}
	}
	return names
}

// Value is what a name stands for.
func (x *Setting) Value(name string) int64 { return x.values[name] }

// Expand replaces each {expression} in a text by its value.
func (x *Setting) Expand(text string) (string, error) {
	var b strings.Builder
	for rest := text; ; {
		before, inner, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		expression, after, closed := strings.Cut(inner, "}")
		if !closed {
			return "", fmt.Errorf("%q has a { without a }", text)
		}
		v, err := x.evaluate(expression)
		if err != nil {
			return "", fmt.Errorf("{%s} in %q: %w", expression, text, err)
		}
		b.WriteString(strconv.FormatInt(v, 10))
		rest = after
	}
}

// ExpandJSON replaces each {expression} in the strings of a JSON text. A string that is nothing else
// becomes a number.
func (x *Setting) ExpandJSON(text []byte) ([]byte, error) {
	var out []byte
	for at := 0; at < len(text); {
		if text[at] != '"' {
			out = append(out, text[at])
			at++
			continue
		}
		end := at + 1
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(text))
		inside := string(text[at+1 : end])
		full, err := x.Expand(inside)
		if err != nil {
			return nil, err
		}
		whole := strings.HasPrefix(inside, "{") && strings.IndexByte(inside, '}') == len(inside)-1
		if whole {
			out = append(out, full...)
		} else {
			out = append(out, '"')
			out = append(out, full...)
			if end < len(text) {
				out = append(out, '"')
			}
		}
		at = end + 1
	}
	return out, nil
}

// SetScalars gives the scalar arguments of the dispatches that have the names the values, as if they had
// been given. It is for a job that has not run.
func (j *Job) SetScalars(names []string, x *Setting) error {
	for _, name := range names {
		found := false
		var known []string
		for _, d := range j.file.Dispatches {
			if j.Options.Interpret {
				break
			}
			k, err := simulator{j}.kernel(d)
			if err != nil {
				return err
			}
			i, scalars := d.scalar(k.Metadata(), name)
			if known = append(known, scalars...); i < 0 {
				continue
			}
			found = true
			old := &d.Args[i]
			kind, _, typed := strings.Cut(old.Arg, ":")
			fresh := Arg{Arg: strconv.FormatInt(x.Value(name), 10), At: old.At, Name: old.Name, Type: old.Type}
			if typed {
				fresh.Arg = kind + ":" + fresh.Arg
			}
			d.Args[i] = fresh
		}
		if !found {
			slices.Sort(known)
			of := "the kernel has no scalar argument with a name"
			if len(known) > 0 {
				of = "scalar arguments are " + strings.Join(slices.Compact(known), ", ")
			}
			return diag.Usagef("%s %s: nothing is called so: write {%s} in an argument or a size; %s", diag.Field("sweep"), name, name, of)
		}
	}
	return nil
}

// scalar finds the argument by value of that name; -1 if there is none. It also returns the names of
// all.
func (d *Dispatch) scalar(m *hsaco.KernelMetadata, name string) (index int, all []string) {
	var parts []part
	for _, p := range parametersOf(m) {
		parts = append(parts, p.parts...)
	}
	index = -1
	for i, n := range d.assign(parametersOf(m)) {
		if n < 0 || parts[n].name == "" || !isScalar(d.Args[i].Arg) {
			continue
		}
		if all = append(all, parts[n].name); parts[n].name == name {
			index = i
		}
	}
	return index, all
}

// isScalar reports whether an argument is a number by value: "i32:5", or the short form "5".
func isScalar(arg string) bool {
	kind, _, typed := strings.Cut(arg, ":")
	if typed {
		_, err := ParseElement(kind)
		return err == nil
	}
	_, err := strconv.ParseFloat(arg, 64)
	return err == nil
}

// isName reports whether a text is a name in expressions: letters, digits, - and _, a letter first.
func isName(text string) bool {
	for i, c := range text {
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return text != ""
}
