package main

import (
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"heddle/ir/interp"
	"heddle/isa"
	"heddle/sim"
)

// argForms are the forms of an argument, for messages.
const argForms = "in:x.npy[:type], out:y.npy:f32[1024], inout:x.npy:y.npy[:type], zero:f32[64,64], rand:f16[4096][:seed=1][:lo=-1][:hi=1], i32:5, f32:1.5, raw:HEX"

// runArg is a kernel argument as the command line or a launch file gives it:
// bytes by value, or memory of the device.
type runArg struct {
	text   string
	value  []byte // by value, if not nil
	tensor tensor
	input  []byte                           // initial contents, if not nil
	fill   func(offset uint64, page []byte) // or how to make them
	output string                           // file to write afterwards
	// undefined contents are not for the kernel to read
	undefined bool
	buffer    sim.Buffer
	host      *interp.Buffer // instead of buffer, with --interp
}

// parseArg reads an argument. Files that it names are read at once.
func parseArg(s string) (*runArg, error) {
	kind, rest, ok := strings.Cut(s, ":")
	if !ok {
		return nil, fmt.Errorf("%q is not an argument; the forms are %s", s, argForms)
	}
	a := &runArg{text: s}
	var err error
	switch kind {
	case "in":
		err = a.parseIn(rest)
	case "out":
		err = a.parseOut(rest)
	case "inout":
		err = a.parseInOut(rest)
	case "zero":
		a.tensor, err = parseTensor(rest)
	case "rand":
		err = a.parseRand(rest)
	case "raw":
		if a.value, err = hex.DecodeString(strings.TrimPrefix(rest, "0x")); err != nil {
			err = fmt.Errorf("%q is not an even number of hexadecimal digits", rest)
		} else if a.value == nil {
			a.value = []byte{}
		}
	default:
		e, unknown := parseElement(kind)
		if unknown != nil {
			forms := append([]string{"in", "out", "inout", "zero", "rand", "raw"}, elementNames()...)
			return nil, fmt.Errorf("%q in %q is no form of an argument; the forms are %s%s", kind, s, argForms, didYouMean(isa.Nearest(kind, forms, 1)))
		}
		a.value, err = e.parseScalar(rest)
		a.tensor = tensor{elem: e}
	}
	if err != nil {
		return nil, fmt.Errorf("argument %q: %w", s, err)
	}
	return a, nil
}

func (a *runArg) parseIn(s string) error {
	file, name, typed := strings.Cut(s, ":")
	return a.read(file, name, typed)
}

// read takes the contents and the type of a .npy file.
func (a *runArg) read(file, name string, typed bool) error {
	npy, err := readNPY(file)
	if err != nil {
		return err
	}
	a.input = npy.data
	if a.input == nil {
		a.input = []byte{}
	}
	a.tensor, err = npy.tensor(name, typed)
	return err
}

// tensor is the type and shape of the array, read as the named type.
func (a *array) tensor(name string, typed bool) (tensor, error) {
	if !typed {
		e, err := elementOf(a.descr)
		return tensor{e, a.shape}, err
	}
	e, err := parseElement(name)
	if err != nil {
		return tensor{}, err
	}
	if !e.fits(a.descr) {
		return tensor{}, fmt.Errorf("the file has elements %q; %s comes in files of %q", a.descr, e.name, e.descr)
	}
	if e.bits < 8 { // packed: so many bytes, not elements
		return tensor{e, []int{len(a.data) * 8 / e.bits}}, nil
	}
	return tensor{e, a.shape}, nil
}

func (a *runArg) parseOut(s string) error {
	file, shape, ok := strings.Cut(s, ":")
	if !ok {
		return fmt.Errorf("an output needs its type and shape, as in out:y.npy:f32[1024]")
	}
	var err error
	a.output, a.fill, a.undefined = file, undefinedContents, true
	if a.tensor, err = parseTensor(shape); err == nil && a.tensor.bytes() > maxArray {
		err = fmt.Errorf("%s has %d MiB; a file that is written has %d at most", shape, a.tensor.bytes()>>20, maxArray>>20)
	}
	return err
}

// undefinedContents is what outputs hold before the kernel runs: all ones,
// which is NaN in most formats, so that elements never written show.
func undefinedContents(_ uint64, page []byte) {
	for i := range page {
		page[i] = 0xff
	}
}

func (a *runArg) parseInOut(s string) error {
	parts := strings.SplitN(s, ":", 3)
	if len(parts) < 2 || parts[1] == "" {
		return fmt.Errorf("an argument that is read and written needs two files, as in inout:x.npy:y.npy")
	}
	a.output = parts[1]
	return a.read(parts[0], parts[len(parts)-1], len(parts) == 3)
}

func (a *runArg) parseRand(s string) error {
	parts := strings.Split(s, ":")
	var err error
	if a.tensor, err = parseTensor(parts[0]); err != nil {
		return err
	}
	r := randomFill{elem: a.tensor.elem, lo: -1, hi: 1}
	if r.elem.kind != 'f' {
		r.lo, r.hi = -100, 100
		if r.elem.kind == 'u' {
			r.lo = 0
		}
	}
	if r.elem.name == "e8m0" {
		r.lo, r.hi = 0.25, 4
	}
	for _, p := range parts[1:] {
		key, value, _ := strings.Cut(p, "=")
		switch key {
		case "seed":
			r.seed, err = strconv.ParseUint(value, 0, 64)
		case "lo":
			r.lo, err = strconv.ParseFloat(value, 64)
		case "hi":
			r.hi, err = strconv.ParseFloat(value, 64)
		default:
			return fmt.Errorf("unknown setting %q; there are seed=N, lo=X and hi=X", key)
		}
		if err != nil {
			return fmt.Errorf("%s=%q is not a number", key, value)
		}
	}
	if !(r.lo <= r.hi) {
		return fmt.Errorf("lo=%g is above hi=%g", r.lo, r.hi)
	}
	a.fill = r.page
	return nil
}

// randomFill makes random elements, uniform between lo and hi. Element i is a
// function of seed and i alone.
type randomFill struct {
	elem   *element
	seed   uint64
	lo, hi float64
}

// page fills the bytes of a buffer from offset on.
func (r randomFill) page(offset uint64, page []byte) {
	bits := uint64(r.elem.bits)
	first, last := offset*8/bits, ((offset+uint64(len(page)))*8+bits-1)/bits
	for i := first; i < last; i++ {
		raw, at := r.element(i), int64(i*bits)-int64(offset*8)
		for b := int64(0); b < int64(bits); b += 8 {
			r.put(page, at+b, raw>>b&0xff, min(8, int64(bits)-b))
		}
	}
}

// put stores n bits at bit position at, as far as it lies in the page.
func (randomFill) put(page []byte, at int64, v uint64, n int64) {
	for k := at >> 3; k <= (at+n-1)>>3; k++ {
		if k < 0 || k >= int64(len(page)) {
			continue
		}
		if shift := at - k*8; shift >= 0 {
			page[k] |= byte(v << shift)
		} else {
			page[k] |= byte(v >> -shift)
		}
	}
}

// element is the bits of element i: splitmix64 of its number.
func (r randomFill) element(i uint64) uint64 {
	z := (r.seed+1)*0x9e3779b97f4a7c15 + i*0xd1342543de82ef95
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	unit := float64(z>>11) / (1 << 53)
	if r.elem.kind == 'f' {
		return r.elem.fromFloat(r.lo + float64(unit*(r.hi-r.lo)))
	}
	return r.elem.fromFloat(min(math.Floor(r.lo+float64(unit*(r.hi-r.lo+1))), r.hi))
}

// allocate makes the argument's memory on the device.
func (a *runArg) allocate(d *sim.Device) error {
	if a.value != nil {
		return nil
	}
	size := a.tensor.bytes()
	if a.input != nil {
		size = uint64(len(a.input))
	}
	var err error
	if a.fill != nil {
		a.buffer, err = d.AllocFunc(size, a.fill)
	} else {
		a.buffer, err = d.Alloc(size)
	}
	if err != nil {
		return fmt.Errorf("argument %q: %w", a.text, err)
	}
	if a.undefined {
		a.buffer.Undefined()
		a.buffer.Track()
	}
	if a.input != nil {
		return a.buffer.Write(a.input, 0)
	}
	return nil
}

// arg is the kernel argument: the bytes or the address.
func (a *runArg) arg() sim.Arg {
	if a.value != nil {
		return sim.Bytes(a.value)
	}
	return sim.Pointer(a.buffer)
}

// contents reads the argument's memory back.
func (a *runArg) contents() ([]byte, error) {
	if a.value != nil {
		return a.value, nil
	}
	if a.host != nil {
		return a.host.Contents(), nil
	}
	if a.buffer.Size > maxArray {
		return nil, fmt.Errorf("argument %q: %d MiB are more than the %d that are read back", a.text, a.buffer.Size>>20, maxArray>>20)
	}
	b := make([]byte, a.buffer.Size)
	return b, a.buffer.Read(b, 0)
}

// save writes the output file of the argument.
func (a *runArg) save() error {
	if a.output == "" {
		return nil
	}
	b, err := a.contents()
	if err != nil {
		return err
	}
	if err := os.WriteFile(a.output, formatNPY(a.tensor.array(b)), 0o666); err != nil {
		return fileError(a.output, err)
	}
	return nil
}
