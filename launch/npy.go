package launch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Array is the contents of a .npy file: elements in C order, little-endian.
//
// Source: numpy.lib.format, "Format Version 1.0" to "3.0".
type Array struct {
	Descr string // kind and bytes of an element: "f4", "u2", "V2"
	Shape []int
	Data  []byte
}

const (
	npyMagic     = "\x93NUMPY"
	maxNPYHeader = 1 << 16
	npyPrefix    = 12 // maximum bytes before the header
)

// ReadNPY reads a .npy file.
func ReadNPY(name string) (*Array, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, FileError(name, err)
	}
	defer f.Close()
	a, err := decodeNPY(f)
	var path *os.PathError
	switch {
	case errors.As(err, &path):
		return nil, FileError(name, err)
	case err != nil:
		return nil, npyError{fmt.Errorf("%s: %w", name, err)}
	}
	return a, nil
}

// decodeNPY reads a .npy file up to the size given by its header.
func decodeNPY(r io.Reader) (*Array, error) {
	head, err := io.ReadAll(io.LimitReader(r, npyPrefix+maxNPYHeader))
	if err != nil {
		return nil, err
	}
	a, order, begun, want, err := parseNPYHeader(head)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(begun[:min(len(begun), want)])
	if f, ok := r.(*os.File); ok {
		if i, err := f.Stat(); err == nil && i.Mode().IsRegular() {
			b.Grow(min(int(i.Size()), want-b.Len()) + bytes.MinRead)
		}
	}
	if _, err := b.ReadFrom(io.LimitReader(r, int64(want-b.Len()))); err != nil {
		return nil, err
	}
	return a, a.take(b.Bytes(), order, want)
}

// npyError is an error in a .npy file.
type npyError struct{ error }

// take sets the array's data to want bytes of data, without copying unless they must be
// byte-swapped.
func (a *Array) take(b []byte, order byte, want int) error {
	size, _ := npySize(a.Descr)
	if len(b) < want {
		return fmt.Errorf("the file is cut off: shape %v of %d-byte elements needs more than the %d bytes that follow the header", a.Shape, size, len(b))
	}
	a.Data = b[:want]
	if order == '>' && size > 1 {
		a.Data = swapBytes(a.Data, size)
	}
	return nil
}

// parseNPY reads the bytes of a .npy file.
func parseNPY(b []byte) (*Array, error) {
	a, order, data, want, err := parseNPYHeader(b)
	if err != nil {
		return nil, err
	}
	return a, a.take(data, order, want)
}

// parseNPYHeader reads the header: it returns the array without data, the byte order,
// the part of b that is data, and the number of data bytes required.
func parseNPYHeader(b []byte) (a *Array, order byte, data []byte, want int, err error) {
	fail := func(err error) (*Array, byte, []byte, int, error) { return nil, 0, nil, 0, err }
	header, data, err := splitNPY(b)
	if err != nil {
		return fail(err)
	}
	a = &Array{}
	descr, err := npyField(header, "descr")
	if err != nil {
		return fail(err)
	}
	fortran, err := npyField(header, "fortran_order")
	if err != nil {
		return fail(err)
	}
	if descr = strings.Trim(descr, "'\""); descr == "" || !strings.ContainsRune("<>|=", rune(descr[0])) {
		return fail(fmt.Errorf("data type %q is not that of a plain array", descr))
	}
	order = descr[0]
	a.Descr = descr[1:]
	shape, err := npyField(header, "shape")
	if err != nil {
		return fail(err)
	}
	if a.Shape, err = npyShape(shape); err != nil {
		return fail(err)
	}
	if fortran != "True" && fortran != "False" {
		return fail(fmt.Errorf("the .npy header has %s for \"fortran_order\", which is True or False", fortran))
	}
	if fortran == "True" && len(a.Shape) > 1 {
		return fail(fmt.Errorf("the array is in Fortran order; save numpy.ascontiguousarray(x) instead"))
	}
	size, err := npySize(a.Descr)
	if err != nil {
		return fail(err)
	}
	want = size
	for _, n := range a.Shape {
		if n != 0 && want > maxArray/n {
			return fail(fmt.Errorf("shape %s of %d-byte elements is larger than the limit of %d MiB for arrays", shape, size, maxArray>>20))
		}
		want *= n
	}
	return a, order, data, want, nil
}

// splitNPY cuts a file into header text and data.
func splitNPY(b []byte) (header string, data []byte, err error) {
	if len(b) < 10 || string(b[:6]) != npyMagic {
		return "", nil, fmt.Errorf("not a .npy file: it does not begin with \\x93NUMPY")
	}
	n, at := 0, 10
	switch b[6] {
	case 1:
		n = int(binary.LittleEndian.Uint16(b[8:]))
	case 2, 3:
		if len(b) < 12 {
			return "", nil, fmt.Errorf("the .npy header is cut off")
		}
		n, at = int(binary.LittleEndian.Uint32(b[8:])), 12
	default:
		return "", nil, fmt.Errorf("version %d of the .npy format; need 1, 2 or 3", b[6])
	}
	if n > maxNPYHeader || n > len(b)-at {
		return "", nil, fmt.Errorf("the .npy header is cut off")
	}
	return string(b[at : at+n]), b[at+n:], nil
}

// npyField returns the value of a key of the header, which is a Python
// dictionary literal.
func npyField(header, key string) (string, error) {
	for _, quote := range []string{"'", "\""} {
		_, rest, ok := strings.Cut(header, quote+key+quote)
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimSpace(rest), ":")
		if !ok {
			break
		}
		rest = strings.TrimSpace(rest)
		end := strings.IndexAny(rest, ",}")
		if strings.HasPrefix(rest, "(") {
			end = strings.IndexByte(rest, ')') + 1
		}
		if strings.HasPrefix(rest, "[") {
			return "", fmt.Errorf("the array has named fields; need a plain array")
		}
		if end > 0 {
			return strings.TrimSpace(rest[:end]), nil
		}
	}
	return "", fmt.Errorf("the .npy header has no %q", key)
}

func npyShape(s string) ([]int, error) {
	shape := []int{}
	for _, part := range strings.Split(strings.Trim(s, "()"), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSuffix(part, "L"), 10, 48)
		if errors.Is(err, strconv.ErrRange) {
			return nil, fmt.Errorf("shape %s has a size beyond 2^48", s)
		}
		if err != nil || len(shape) == 32 {
			return nil, fmt.Errorf("shape %s is not a list of sizes", s)
		}
		shape = append(shape, int(n))
	}
	return shape, nil
}

// npySize is the size of an element in bytes.
func npySize(descr string) (int, error) {
	n, err := strconv.Atoi(descr[min(1, len(descr)):])
	if err != nil || !strings.Contains("f i u b V", descr[:1]) || n < 1 || n > 8 || n&(n-1) != 0 {
		return 0, fmt.Errorf("elements of type %q; need floats or integers of 1 to 8 bytes", descr)
	}
	return n, nil
}

func swapBytes(b []byte, size int) []byte {
	out := make([]byte, len(b))
	for i := 0; i+size <= len(b); i += size {
		for k := range size {
			out[i+k] = b[i+size-1-k]
		}
	}
	return out
}

// NPY returns the array as a .npy file.
func (a *Array) NPY() []byte {
	order := "<"
	if strings.HasSuffix(a.Descr, "1") {
		order = "|"
	}
	dims := make([]string, len(a.Shape))
	for i, n := range a.Shape {
		dims[i] = strconv.Itoa(n)
	}
	shape := strings.Join(dims, ", ")
	if len(dims) == 1 {
		shape += ","
	}
	header := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, a.Descr, shape)
	const prefix, align = 10, 64
	pad := (align - (prefix+len(header)+1)%align) % align
	header += strings.Repeat(" ", pad) + "\n"
	b := append([]byte(npyMagic), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	b = append(b, header...)
	return append(b, a.Data...)
}
