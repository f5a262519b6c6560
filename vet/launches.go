package vet

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/hsaco"
)

// Options say what is known beyond the code object.
type Options struct {
	// Launches are ways in which kernels are launched. Each kernel is checked for all of its own.
	Launches []Launch
	// Addresses lists where each memory access goes.
	Addresses bool
}

// Launch is a way in which a kernel is launched, or many of them.
type Launch struct {
	Kernel      string    // "" for all kernels
	Grid, Block [3]uint32 // workgroups and work-items; 0 if unknown
	Global      [3]uint32 // work-items, if that is not Grid times Block
	LDS         int64     // dynamic, bytes; -1 if unknown
	Args        []Argument
}

// Argument is what is known of an argument: of a number its least and largest value, of a pointer the
// memory that it leads to.
type Argument struct {
	Name        string // or, if that is "",
	Offset      int    // its byte offset among the arguments, or, if that is negative,
	Index       int    // its position among the explicit ones
	Dword       bool   // the number is a dword at Offset, which may be a part of an argument
	Memory      bool
	Bytes, At   int64 // of the memory: its size, and where the pointer leads
	Least, Most int64 // of the number
}

// String names an argument as messages do.
func (a *Argument) String() string {
	switch {
	case a.Name != "":
		return a.Name
	case a.Offset >= 0:
		return fmt.Sprintf("@%d", a.Offset)
	}
	return fmt.Sprint(a.Index)
}

// isFor reports whether a launch is one of a kernel.
func (l *Launch) isFor(kernel string) bool { return l.Kernel == "" || l.Kernel == kernel }

// equal reports whether two launches say the same.
func (l *Launch) equal(o *Launch) bool {
	return l.Kernel == o.Kernel && l.Grid == o.Grid && l.Block == o.Block && l.Global == o.Global && l.LDS == o.LDS && slices.Equal(l.Args, o.Args)
}

// newGiven puts together what is known of a launch of a kernel; l may be nil. Arguments that the kernel
// does not have are left out (Options.check).
func newGiven(k *hsaco.Kernel, l *Launch) *given {
	g := &given{args: map[int]interval{}, memory: map[int]memory{}, lds: -1, arguments: int64(k.Descriptor.KernargSize)}
	if m := k.Metadata; m != nil {
		g.arguments = max(g.arguments, int64(m.KernargSegmentSize))
		for i := range m.Args {
			a := &m.Args[i]
			g.names = append(g.names, named{name: a.Name, offset: a.Offset, size: a.Size, pointer: a.ValueKind == "global_buffer", hidden: strings.HasPrefix(a.ValueKind, "hidden_")})
		}
		for i := range min(3, len(m.ReqdWorkgroupSize)) {
			g.block[i] = size(m.ReqdWorkgroupSize[i])
		}
		for i := range min(3, len(m.KnownGrid)) {
			g.grid[i] = size(m.KnownGrid[i])
		}
	}
	if l == nil {
		g.setLDS(k, -1)
		return g
	}
	for i := range 3 {
		if l.Block[i] > 0 {
			g.block[i] = size(int(l.Block[i]))
		}
		if l.Grid[i] > 0 {
			g.grid[i] = size(int(l.Grid[i]))
		}
	}
	g.global = l.Global
	g.whole = g.block[0].hi > 0 && g.grid[0].hi > 0
	g.setLDS(k, l.LDS)
	for i := range l.Args {
		g.setArgument(&l.Args[i])
	}
	if m := k.Metadata; m != nil && g.whole && l.Global == [3]uint32{} {
		g.setHidden(m.Args)
	}
	return g
}

// setLDS notes the LDS of a workgroup. If it is not known what a launch adds, that is taken to be nothing, as
// 'heddle run' does, but for kernels that need it: those that have none of their own, or ask how much it is.
func (g *given) setLDS(k *hsaco.Kernel, dynamic int64) {
	fixed := int64(k.Descriptor.GroupSegmentFixedSize)
	asks := k.Metadata != nil && slices.ContainsFunc(k.Metadata.Args, func(a hsaco.Arg) bool {
		return a.ValueKind == "hidden_dynamic_lds_size" || a.ValueKind == "dynamic_shared_pointer"
	})
	switch {
	case dynamic >= 0:
		g.lds = fixed + dynamic
	case fixed > 0 && !asks:
		g.lds, g.ldsAssumed = fixed, true
	}
}

func size(n int) interval { return interval{int64(n), int64(n)} }

// find returns the argument that a is about.
func (g *given) find(a *Argument) (named, bool) {
	index := 0
	for _, n := range g.names {
		switch {
		case a.Name != "" && a.Name == n.name, a.Name == "" && a.Offset >= 0 && a.Offset == n.offset, a.Name == "" && a.Offset < 0 && !n.hidden && a.Index == index:
			return n, true
		}
		if !n.hidden {
			index++
		}
	}
	if a.Name == "" && a.Offset >= 0 { // there are none in the metadata, or it is a part of one
		n := named{offset: a.Offset, size: 8, pointer: a.Memory}
		if !a.Memory && a.Least >= math.MinInt32 && a.Most <= math.MaxUint32 {
			n.size = 4 // what is behind may be another
		}
		return n, true
	}
	return named{}, false
}

// setArgument notes what is known of an argument.
func (g *given) setArgument(a *Argument) {
	n, ok := g.find(a)
	switch {
	case a.Dword:
		g.setNumber(a.Offset, 4, a.Least, a.Most)
	case !ok:
	case a.Memory:
		g.memory[n.offset] = memory{name: cmp.Or(n.name, a.Name), bytes: a.Bytes, at: a.At}
	default:
		g.setNumber(n.offset, n.size, a.Least, a.Most)
	}
}

// setNumber notes the range of a number. Where it is more than one dword, the low one is known if the high
// one is always the same.
func (g *given) setNumber(offset, size int, least, most int64) {
	if offset%4 != 0 || size < 4 {
		return // a part of a dword
	}
	high := least >> 32
	switch {
	case size == 4 && least < 0 && most < 0, size == 4 && least >= 0, size > 4 && high == most>>32:
		g.args[offset] = interval{least & (1<<32 - 1), most & (1<<32 - 1)}
	}
	if size > 4 && (high == most>>32 || least >= 0) {
		g.args[offset+4] = interval{high & (1<<32 - 1), most >> 32 & (1<<32 - 1)}
	}
}

// setHidden notes what the runtime passes for the sizes of the launch, which has whole workgroups. Sizes of workgroups,
// and of what remains behind the last one, have 16 bits.
func (g *given) setHidden(args []hsaco.Arg) {
	halves := map[int]int64{}
	for i := range args {
		a := &args[i]
		name, dim := a.ValueKind, -1
		if n := len(name); n > 2 {
			name, dim = name[:n-2], int(name[n-1]-'x')
		}
		if dim < 0 || dim >= 3 || g.grid[dim].hi == 0 {
			continue
		}
		switch {
		case name == "hidden_block_count" && a.Size == 4:
			g.args[a.Offset] = g.grid[dim]
		case name == "hidden_group_size" && a.Size == 2:
			halves[a.Offset] = g.block[dim].hi
		case name == "hidden_remainder" && a.Size == 2:
			halves[a.Offset] = 0
		}
	}
	for at, low := range halves {
		if high, ok := halves[at+2]; ok && at%4 == 0 {
			n := low | high<<16
			g.args[at] = interval{n, n}
		}
	}
}
