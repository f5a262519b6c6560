package launch

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"heddle/diag"
	"heddle/ir/interp"
	"heddle/isa"
	"heddle/sim"
)

// argForms are the forms of an argument, for messages.
const argForms = "in:x.npy[:type], out:y.npy:f32[1024], inout:x.npy:y.npy[:type], zero:f32[64,64], rand:f16[4096][:seed=1][:lo=-1][:hi=1], edge:f16[4096][:seed=1], i32:5, f32:1.5, raw:HEX"

// Memory is a kernel argument: bytes by value, or memory of the device or of the
// interpreter.
type Memory struct {
	text   string
	value  []byte // the value, if passed by value
	tensor tensor
	input  []byte                           // initial contents, if not nil
	fill   func(offset uint64, page []byte) // or how to generate them
	output string                           // file to write afterwards
	// the contents are undefined for the kernel
	undefined bool
	buffer    sim.Buffer
	host      *interp.Buffer // instead of buffer, with the interpreter
}

// parseArg reads an argument and the files that it names. The file - is stdin, which may be nil.
func parseArg(s string, stdin io.Reader) (*Memory, error) {
	kind, rest, ok := strings.Cut(s, ":")
	if !ok {
		return nil, fmt.Errorf("%q is not an argument; the forms are %s", s, argForms)
	}
	a := &Memory{text: s}
	var err error
	switch kind {
	case "in":
		err = a.parseIn(rest, stdin)
	case "out":
		err = a.parseOut(rest)
	case "inout":
		err = a.parseInOut(rest, stdin)
	case "zero":
		a.tensor, err = parseTensor(rest)
	case "rand", "edge":
		err = a.parseRand(kind, rest)
	case "raw":
		if a.value, err = hex.DecodeString(strings.TrimPrefix(rest, "0x")); err != nil {
			err = fmt.Errorf("%q is not an even number of hexadecimal digits", rest)
		} else if a.value == nil {
			a.value = []byte{}
		}
	default:
		e, unknown := ParseElement(kind)
		if unknown != nil {
			forms := append([]string{"in", "out", "inout", "zero", "rand", "edge", "raw"}, elementNames()...)
			return nil, fmt.Errorf("%q in %q is not a form of an argument; the forms are %s%s", kind, s, argForms, diag.DidYouMean(isa.Nearest(kind, forms, 1)))
		}
		a.value, err = e.parseScalar(rest)
		a.tensor = tensor{elem: e}
	}
	if err != nil {
		return nil, fmt.Errorf("argument %q: %w", s, err)
	}
	return a, nil
}

func (a *Memory) parseIn(s string, stdin io.Reader) error {
	file, name, typed := strings.Cut(s, ":")
	return a.read(file, name, typed, stdin)
}

// read sets contents and type from a .npy file.
func (a *Memory) read(file, name string, typed bool, stdin io.Reader) error {
	var npy *Array
	var err error
	switch {
	case file != "-":
		npy, err = ReadNPY(file)
	case stdin == nil:
		return errors.New("standard input is for one --arg, if it is not FILE; ./- is a file of that name")
	default:
		if npy, err = decodeNPY(stdin); err != nil {
			err = npyError{fmt.Errorf("standard input: %w", err)}
		}
	}
	if err != nil {
		return err
	}
	a.input = npy.Data
	if a.input == nil {
		a.input = []byte{}
	}
	a.tensor, err = npy.tensor(name, typed)
	return err
}

// tensor is the type and shape of the array, read as the named type.
func (a *Array) tensor(name string, typed bool) (tensor, error) {
	if !typed {
		e, err := ElementOf(a.Descr)
		return tensor{e, a.Shape}, err
	}
	e, err := ParseElement(name)
	if err != nil {
		return tensor{}, err
	}
	if !e.Fits(a.Descr) {
		return tensor{}, fmt.Errorf("the file has %q elements; %s is stored in files of %q", a.Descr, e.Name, e.Descr)
	}
	if e.Bits < 8 { // packed: bytes, not elements
		return tensor{e, []int{len(a.Data) * 8 / e.Bits}}, nil
	}
	return tensor{e, a.Shape}, nil
}

func (a *Memory) parseOut(s string) error {
	file, shape, ok := strings.Cut(s, ":")
	if !ok {
		return fmt.Errorf("an output needs its type and shape, as in out:y.npy:f32[1024]")
	}
	var err error
	a.output, a.fill, a.undefined = file, undefinedContents, true
	if a.tensor, err = parseTensor(shape); err == nil && a.tensor.bytes() > maxArray {
		err = fmt.Errorf("%s has %d MiB; output files have at most %d", shape, a.tensor.bytes()>>20, maxArray>>20)
	}
	return err
}

// undefinedContents fills outputs before the kernel runs: all ones, which is NaN in most
// formats, so that elements never written show.
func undefinedContents(_ uint64, page []byte) {
	for i := range page {
		page[i] = 0xff
	}
}

func (a *Memory) parseInOut(s string, stdin io.Reader) error {
	parts := strings.SplitN(s, ":", 3)
	if len(parts) < 2 || parts[1] == "" {
		return fmt.Errorf("an argument that is read and written needs two files, as in inout:x.npy:y.npy")
	}
	a.output = parts[1]
	return a.read(parts[0], parts[len(parts)-1], len(parts) == 3, stdin)
}

// parseRand reads the rest of an argument of random or edge values.
func (a *Memory) parseRand(kind, s string) error {
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
	if r.elem.Name == "e8m0" {
		r.lo, r.hi = 0.25, 4
	}
	limited := slices.ContainsFunc(parts[1:], isLimit)
	if kind == "edge" {
		r.lo, r.hi = math.Inf(-1), math.Inf(1)
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
			return fmt.Errorf("unknown setting %q; settings are seed=N, lo=X and hi=X", key)
		}
		if err != nil {
			return fmt.Errorf("%s=%q is not a number", key, value)
		}
	}
	if !(r.lo <= r.hi) {
		return fmt.Errorf("lo=%g is above hi=%g", r.lo, r.hi)
	}
	if a.fill = r.page; kind == "edge" {
		a.fill = newEdgeFill(r, limited).page
	}
	return nil
}

// size is that of the memory in bytes.
func (a *Memory) size() uint64 {
	if a.input != nil {
		return uint64(len(a.input))
	}
	return a.tensor.bytes()
}

// Contents reads the bytes of the argument.
func (a *Memory) Contents() ([]byte, error) {
	if a.value != nil {
		return a.value, nil
	}
	if a.host != nil {
		return a.host.Contents(), nil
	}
	if a.buffer.Size > maxArray {
		return nil, fmt.Errorf("argument %q: %d MiB are more than the limit of %d for reading back", a.text, a.buffer.Size>>20, maxArray>>20)
	}
	b := make([]byte, a.buffer.Size)
	return b, a.buffer.Read(b, 0)
}

// Array reads the argument as an array. Types smaller than a byte, and arguments without
// a type such as raw bytes, are a row of bytes.
func (a *Memory) Array() (*Array, error) {
	b, err := a.Contents()
	if err != nil {
		return nil, err
	}
	if a.tensor.elem == nil {
		return &Array{Descr: "u1", Shape: []int{len(b)}, Data: b}, nil
	}
	return a.tensor.array(b), nil
}

// Floats reads the values of the argument's elements. 64-bit integers are rounded.
func (a *Memory) Floats() ([]float64, error) {
	b, err := a.Contents()
	if err != nil || a.tensor.elem == nil {
		return nil, err
	}
	values := make([]float64, a.tensor.count())
	for i := range values {
		values[i] = a.tensor.elem.Float(a.tensor.elem.Raw(b, i))
	}
	return values, nil
}

// save writes the output file of the argument.
func (a *Memory) save() error {
	if a.output == "" {
		return nil
	}
	array, err := a.Array()
	if err != nil {
		return err
	}
	if err := os.WriteFile(a.output, array.NPY(), 0o666); err != nil {
		return FileError(a.output, err)
	}
	return nil
}

// unwritten reports whether the argument is an output written only in part.
func (a *Memory) unwritten() (Unwritten, bool) {
	if !a.undefined || a.output == "" {
		return Unwritten{}, false
	}
	n, first := a.buffer.Unwritten()
	if a.host != nil {
		n, first = a.host.Unwritten()
	}
	return Unwritten{a.output, n, a.size(), first}, n > 0
}
