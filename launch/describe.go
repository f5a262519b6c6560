package launch

import (
	"heddle/hsaco"
)

// Described is what a dispatch passes to its kernel, for those who do not run it.
type Described struct {
	Kernel      string
	Grid, Block [3]uint32 // workgroups and work-items; 0 if the file and the kernel do not say
	Global      [3]uint32 // work-items; 0 if they are all of Grid and Block
	LDS         uint32    // dynamic, bytes
	Args        []DescribedArg
}

// DescribedArg is an argument: a number, or an address in memory.
type DescribedArg struct {
	Offset int // among the kernel's arguments
	// Value are the bytes of a number; nil for memory.
	Value []byte
	// Size is that of the memory in bytes, At where in it the address is, Name that of the buffer.
	Size, At uint64
	Name     string
}

// Describe says what the dispatches of kernels of a code object pass. Dispatches of other kernels are
// left out. No memory is made, but files that give sizes are read.
func (l *File) Describe(o *hsaco.Object) ([]Described, error) {
	buffers := map[string]*Memory{}
	for i := range l.Buffers {
		m, _, err := l.Buffers[i].memory()
		if err != nil {
			return nil, l.in("buffers."+l.Buffers[i].Name, err)
		}
		buffers[l.Buffers[i].Name] = m
	}
	var list []Described
	for _, d := range l.Dispatches {
		for _, k := range o.Kernels {
			if k.Name != d.Kernel && (d.Kernel != "" || len(o.Kernels) > 1) {
				continue
			}
			x, err := l.describeDispatch(d, k, buffers)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
		}
	}
	return list, nil
}

func (l *File) describeDispatch(from *Dispatch, k *hsaco.Kernel, buffers map[string]*Memory) (Described, error) {
	d := *from
	d.Args = append([]Arg(nil), from.Args...)
	x := Described{Kernel: k.Name, LDS: d.LDS}
	if m := k.Metadata; m != nil {
		if stated, ok := statedSizes(m.ReqdWorkgroupSize); ok && len(d.Block) == 0 {
			d.Block = stated[:]
		}
		if stated, ok := statedSizes(m.KnownGrid); ok && len(d.Grid) == 0 && len(d.Global) == 0 {
			d.Grid = stated[:]
		}
	}
	var err error
	for _, size := range []struct {
		key  string
		from []uint32
		to   *[3]uint32
	}{{"grid", d.Grid, &x.Grid}, {"global", d.Global, &x.Global}, {"block", d.Block, &x.Block}} {
		if *size.to, err = ThreeSizes(size.from); err != nil {
			return x, l.in(d.key()+"."+size.key, err)
		}
	}
	for i := range x.Grid {
		if x.Global[i] > 0 && x.Block[i] > 0 {
			x.Grid[i] = uint32((uint64(x.Global[i]) + uint64(x.Block[i]) - 1) / uint64(x.Block[i]))
		}
	}
	params := parametersOf(k.Metadata)
	if err := l.fit(&d, params, k.Name); err != nil {
		return x, err
	}
	offsets := d.offsets(params)
	for i := range d.Args {
		arg := DescribedArg{Offset: offsets[i]}
		if d.Args[i].isRef() {
			var m *Memory
			if m, arg.At, err = bufferRef(d.Args[i].Arg, buffers); err == nil {
				arg.Size, arg.Name = m.size(), bufferName(d.Args[i].Arg)
			}
		} else {
			var m *Memory
			if m, err = d.Args[i].parse(); err == nil && m.value != nil {
				arg.Value = m.value
			} else if err == nil {
				arg.Size = m.size()
			}
		}
		if err != nil {
			return x, l.in(d.argKey(i), err)
		}
		x.Args = append(x.Args, arg)
	}
	return x, nil
}

// offsets are the places of the arguments among those of the kernel. Without metadata each follows the
// one before, at a multiple of its size.
func (d *Dispatch) offsets(params []parameter) []int {
	var parts []part
	for _, p := range params {
		parts = append(parts, p.parts...)
	}
	offsets := make([]int, len(d.Args))
	at := 0
	for i, n := range d.assign(params) {
		a := &d.Args[i]
		size := addressBytes
		if m, err := a.parse(); !a.isRef() && err == nil && m.value != nil {
			size = len(m.value)
		}
		switch {
		case a.At != nil:
			at = *a.At
		case n >= 0:
			at = parts[n].offset
		case size > 0 && size <= addressBytes && size&(size-1) == 0:
			at = (at + size - 1) &^ (size - 1)
		default:
			at = (at + addressBytes - 1) &^ (addressBytes - 1)
		}
		offsets[i] = at
		at += size
	}
	return offsets
}

// bufferName is the name in "@name" or "@name+bytes".
func bufferName(s string) string {
	for i := range s {
		if s[i] == '+' {
			return s[1:i]
		}
	}
	return s[1:]
}
