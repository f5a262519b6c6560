package launch

import (
	"cmp"
	"fmt"
)

// Differing is memory that the runs of two jobs left different.
type Differing struct {
	Comparison // got is this job's, want the other's
	// Addr and Other are the addresses of the first element that differs in the two jobs, Size its
	// bytes.
	Addr, Other uint64
	Size        int
}

// Differences compares all memory of two jobs of the same launch that have run on simulators: bit for
// bit, but for NaNs of floats, or within tolerances like those of an Expectation. It returns how many
// elements it compared, and the memory that differs.
func (j *Job) Differences(other *Job, atol, rtol float64) (elements int, list []Differing, err error) {
	if len(j.all) != len(other.all) {
		return 0, nil, fmt.Errorf("the two launches have %d and %d arguments and buffers", len(j.all), len(other.all))
	}
	names, err := j.names()
	if err != nil {
		return 0, nil, err
	}
	own := map[*Memory]string{} // of arguments that are no buffers, with their parameters
	for i, d := range j.file.Dispatches {
		for n, m := range j.result.Args[i] {
			if a := &d.Args[n]; !a.isRef() {
				own[m] = a.name(n)
				if len(j.file.Dispatches) > 1 {
					own[m] += fmt.Sprintf(" of dispatch %d", i)
				}
			}
		}
	}
	for i, m := range j.all {
		name := names[m]
		name.name = cmp.Or(own[m], name.name)
		c, err := compareMemory(name, m, other.all[i], atol, rtol)
		if err != nil {
			return 0, nil, err
		}
		elements += c.Elements
		if c.Passed {
			continue
		}
		d := Differing{Comparison: c}
		bits := c.bits
		at := uint64(c.first) * uint64(bits) / 8
		d.Addr, d.Other, d.Size = m.buffer.Addr+at, other.all[i].buffer.Addr+at, (bits+7)/8
		list = append(list, d)
	}
	return elements, list, nil
}
