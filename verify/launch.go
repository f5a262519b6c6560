package verify

import (
	"fmt"
	"sync"

	"heddle/kernels/reference"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// allocate allocates a tensor. One without contents is a result: it is undefined, and holds
// reference.Fill.
func allocate(d *sim.Device, o sim.AllocOptions) (sim.Buffer, error) {
	result := o.Fill == nil
	if result {
		o.Fill = unwritten
	}
	b, err := d.AllocWith(o)
	if err != nil {
		return b, fmt.Errorf("tensor %s: %w", o.Name, err)
	}
	if result {
		b.Undefined()
	}
	return b, nil
}

// unwritten is what a result holds before the kernel runs.
func unwritten(_ uint64, page []byte) {
	for i := range page {
		page[i] = reference.Fill
	}
}

// execute runs a launch, under a sanitizer if there is one, after observe if it is not nil, by a function in
// place of Device.Run if there is one.
func execute(d *sim.Device, l sim.Launch, s *sanitize.Sanitizer, observe func(*sim.Launch), simulate func(*sim.Device, sim.Launch) (*sim.Report, error)) (*sim.Report, []sanitize.Finding, error) {
	if simulate == nil {
		simulate = (*sim.Device).Run
	}
	if s != nil {
		s.Begin(&l)
	}
	if observe != nil {
		observe(&l)
	}
	report, err := simulate(d, l)
	if s == nil {
		return report, nil, err
	}
	if err != nil {
		s.Failed(err)
	}
	return report, s.Findings(), err
}

// Stray is a byte of a tensor that should not have been written.
type Stray struct {
	Tensor string `json:"tensor"`
	Offset int64  `json:"offset"`
	Value  byte   `json:"value"`
}

func (s Stray) String() string {
	return fmt.Sprintf("byte %d of %s was written: %#02x", s.Offset, s.Tensor, s.Value)
}

// maxStrays is the maximum number of strays listed.
const maxStrays = 8

// strays finds bytes of tensors that should not have been written: the first few, and their number.
// Untouched finds those in a page of a result; ok is false for inputs, which are not written at all.
func strays(memory map[string]sim.Buffer, tensors []string, untouched func(tensor string, c sim.Change) (first []reference.Stray, n int64, ok bool)) (list []Stray, count int64) {
	add := func(tensor string, first []reference.Stray, n int64) {
		count += n
		for _, s := range first[:min(len(first), maxStrays-len(list))] {
			list = append(list, Stray{tensor, s.Offset, s.Value})
		}
	}
	for _, name := range tensors {
		for c := range memory[name].Changed() {
			if first, n, ok := untouched(name, c); ok {
				add(name, first, n)
				continue
			}
			for i, v := range c.After {
				if v != c.Before[i] {
					add(name, []reference.Stray{{Offset: int64(c.Offset) + int64(i), Value: v}}, 1)
				}
			}
		}
	}
	return list, count
}

// maxWhole is the size of D in bytes up to which it is read at once.
const maxWhole = 1 << 28

// contents reads a buffer, at once if whole.
func contents(b sim.Buffer, whole bool) (reference.Contents, error) {
	if whole {
		all := make([]byte, b.Size)
		return reference.Bytes(all), b.Read(all, 0)
	}
	var mu sync.Mutex
	return func(offset uint64, page []byte) {
		mu.Lock()
		defer mu.Unlock()
		n := min(uint64(len(page)), b.Size-min(offset, b.Size))
		clear(page[n:])
		if err := b.Read(page[:n], offset); err != nil {
			panic("BUG: " + err.Error())
		}
	}, nil
}
