package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/kernels/gemm"
)

// gemmFiles are the arrays of the files that the flags name; nil where they
// name none.
type gemmFiles struct {
	a, b, c, bias, aScale, bScale *array
}

// read reads the files.
func (f *gemmFlags) read(cmd *cobra.Command) (*gemmFiles, error) {
	files := &gemmFiles{}
	for _, flag := range []string{"a", "b", "c", "d", "bias", "a-scale", "b-scale"} {
		// A script whose variable is not set would get random data, and be content.
		if x := cmd.Flags().Lookup(flag); x.Changed && x.Value.String() == "" {
			return nil, usagef("--%s: no name of a file; need one, or leave --%s out", flag, flag)
		}
	}
	for _, x := range []struct {
		flag, name string
		to         **array
	}{
		{"a", f.a, &files.a}, {"b", f.b, &files.b}, {"c", f.c, &files.c}, {"bias", f.biasFile(), &files.bias},
		{"a-scale", f.aScale, &files.aScale}, {"b-scale", f.bScale, &files.bScale},
	} {
		if x.name == "" {
			continue
		}
		a, err := readNPY(x.name)
		if err != nil {
			return nil, usagef("--%s: %w", x.flag, err)
		}
		*x.to = a
	}
	return files, nil
}

// biasFile is the file of --bias, if it has one.
func (f *gemmFlags) biasFile() string {
	if f.bias == randomBias {
		return ""
	}
	return f.bias
}

// typesOfFiles are the types that the elements of a file tell.
var typesOfFiles = []string{"f16", "f32", "f64", "i8"}

// infer takes sizes and types that no flag gives from the files.
func (f *gemmFlags) infer(given func(string) bool, files *gemmFiles) error {
	if !given("dtype") && f.aType == "" && f.bType == "" {
		a, b := typeOfFile(files.a), typeOfFile(files.b)
		if a != "" && b != "" && a != b {
			return usagef("--b %s: the file has elements of %s, and that of --a has %s; A and B need the same type", f.b, b, a)
		}
		f.dtype = cmp.Or(a, b, f.dtype)
	}
	if len(f.layout) != 2 {
		return nil
	}
	a, b := f.types()
	// The dimensions of a file, counted from the last.
	row, col := 2, 1
	if f.layout[1] == 't' {
		row, col = col, row
	}
	f.inferSize(given, "n", &f.n, files.b, col, 8)
	f.inferSize(given, "k", &f.k, files.b, row, elementBits(b))
	row, col = 2, 1
	if f.layout[0] == 't' {
		row, col = col, row
	}
	f.inferSize(given, "m", &f.m, files.a, row, 8)
	f.inferSize(given, "k", &f.k, files.a, col, elementBits(a))
	f.inferSize(given, "batch", &f.batch, files.b, 3, 8)
	f.inferSize(given, "batch", &f.batch, files.a, 3, 8)
	return nil
}

// typeOfFile is the type that the elements of a file tell; empty if they do not.
func typeOfFile(a *array) string {
	if a == nil {
		return ""
	}
	if e, err := elementOf(a.descr); err == nil && slices.Contains(typesOfFiles, e.name) {
		return e.name
	}
	return ""
}

// inferSize takes a size from a dimension of a file, whose elements are bytes of
// packed ones if those have less than 8 bits.
func (f *gemmFlags) inferSize(given func(string) bool, flag string, to *int64, a *array, dim, bits int) {
	if a == nil || given(flag) || len(a.shape) > 3 || len(a.shape) < dim {
		return
	}
	if n := int64(a.shape[len(a.shape)-dim]); n > 0 {
		*to = n * 8 / int64(min(bits, 8))
	}
}

// elementBits is the size of the elements of a type; 8 if there is none.
func elementBits(dtype string) int {
	if t, err := gemm.TypeByName(dtype); err == nil {
		return t.Bits
	}
	return 8
}

// elementFor is how files hold a type of the problem.
func elementFor(chip *arch.Chip, t *gemm.Type) *element {
	name := strings.TrimPrefix(t.Name, "mx")
	if (name == "fp8" || name == "bf8") && chip == &arch.GFX942 {
		name += "fnuz"
	}
	e, err := parseElement(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return e
}

// operand is a tensor of a problem and what a file of it looks like: a file has
// no gaps.
type operand struct {
	gemm.Matrix
	flag, tensor, file string
	elem               *element
	array              *array // what the file holds; nil without a file
}

// operands are the tensors that flags name files for, whether they do or not.
func (f *gemmFlags) operands(p *gemm.Problem, files *gemmFiles) []*operand {
	var list []*operand
	for _, x := range []struct {
		flag, tensor, file string
		array              *array
	}{
		{"a", "a", f.a, files.a}, {"b", "b", f.b, files.b}, {"c", "c", f.c, files.c}, {"bias", "bias", f.biasFile(), files.bias},
		{"a-scale", "scale_a", f.aScale, files.aScale}, {"b-scale", "scale_b", f.bScale, files.bScale},
	} {
		if m, used := p.Tensor(x.tensor); used {
			list = append(list, &operand{m, x.flag, x.tensor, x.file, elementFor(p.Chip, m.Type), x.array})
		}
	}
	return list
}

// shape is that of the tensor's file, with a dimension of batches only if each
// has its own. Elements of less than a byte lie packed: a row of them is a row of
// bytes.
func (o *operand) shape() []int {
	var s []int
	if o.Batch > 1 && o.Stride > 0 {
		s = append(s, int(o.Batch))
	}
	if o.flag != "bias" {
		s = append(s, int(o.Rows))
	}
	return append(s, int(o.rowBytes()/int64(max(o.elem.bits, 8)/8)))
}

// dimensions says what the dimensions of the tensor's file are.
func (o *operand) dimensions() string {
	switch len(o.shape()) {
	case 1:
		return "1 dimension"
	case 2:
		return "2 dimensions"
	}
	return "3 dimensions, the first of the batches"
}

func (o *operand) rowBytes() int64 { return (o.Cols*int64(o.elem.bits) + 7) / 8 }

// check says what is wrong with the file.
func (o *operand) check() error {
	if o.array == nil {
		return nil
	}
	if !o.fits() {
		return usagef("--%s %s: the file has elements of %s; %s comes in files of %s%s", o.flag, o.file, numpyName(o.array.descr), o.elem.name, numpyName(o.elem.descr), otherType(o))
	}
	if o.Overlaps() {
		return usagef("--stride-%s: at %d the batches of %s overlap, and the file of --%s has each by itself; need %d or more, or 0 for a file of one", o.flag, o.Stride, strings.ToUpper(o.flag), o.flag, o.Index(0, o.Rows-1, o.Cols))
	}
	got, want := o.array.shape, o.shape()
	for len(got) > len(want) && got[0] == 1 {
		got = got[1:]
	}
	if slices.Equal(got, want) {
		return nil
	}
	if len(got) != len(want) {
		return usagef("--%s %s: the file has the shape %s; it has to have %s, here %s", o.flag, o.file, shapeText(o.array.shape), o.dimensions(), shapeText(want))
	}
	packed := ""
	if o.elem.bits < 8 {
		packed = fmt.Sprintf(", in bytes of packed %s", o.elem.name)
	}
	return usagef("--%s %s: the file has the shape %s; it has to be %s%s", o.flag, o.file, shapeText(o.array.shape), shapeText(want), packed)
}

// fits reports whether the file's elements are those of the tensor: numbers of
// the same type, or, for types that numpy has not, any bits of their size.
func (o *operand) fits() bool {
	if numpyHas := o.elem.kind == 'i' || o.elem.descr[0] == 'f'; numpyHas {
		return o.array.descr == o.elem.descr
	}
	return o.elem.fits(o.array.descr)
}

// numpyName is what numpy calls the elements of a file, with the letters that the
// file has for it: its i8 is no byte.
func numpyName(descr string) string {
	kinds := map[byte]string{'f': "float", 'i': "int", 'u': "uint"}
	size, err := npySize(descr)
	if kind := kinds[descr[0]]; err == nil && kind != "" {
		return fmt.Sprintf("%s%d (%q)", kind, 8*size, descr)
	}
	return strconv.Quote(descr)
}

// otherType is advice for a file whose elements are of another type.
func otherType(o *operand) string {
	if e, err := elementOf(o.array.descr); err == nil && slices.Contains(typesOfFiles, e.name) && (o.flag == "a" || o.flag == "b") {
		return fmt.Sprintf(" (--dtype %s?)", e.name)
	}
	return ""
}

func shapeText(shape []int) string {
	if len(shape) == 0 {
		return "() of a single number"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}

// scatter puts the rows of the file where the tensor has them.
func (o *operand) scatter(mem []byte) {
	o.each(func(at, from, n int64) { copy(mem[at:at+n], o.array.data[from:from+n]) })
}

// each calls f for each row: where it lies in memory, where in the file, and how
// many bytes it has.
func (o *operand) each(f func(mem, file, n int64)) {
	n, file, batches := o.rowBytes(), int64(0), o.Batch
	if o.Stride == 0 {
		batches = 1
	}
	for b := range batches {
		for r := range o.Rows {
			f(o.Offset(b, r, 0), file, n)
			file += n
		}
	}
}

// checkFiles finds files that do not fit the problem, or that it has no use for.
func (f *gemmFlags) checkFiles(p *gemm.Problem, files *gemmFiles, given func(flag string) bool) error {
	if files.c != nil && p.Beta == 0 && !given("beta") {
		return usagef("--c: C is read only if --beta is not 0: give it")
	}
	for _, x := range []struct {
		flag, tensor, why string
		array             *array
	}{
		{"a-scale", "scale_a", p.A.Name + " has no scales; the mx types have", files.aScale},
		{"b-scale", "scale_b", p.B.Name + " has no scales; the mx types have", files.bScale},
	} {
		if _, used := p.Tensor(x.tensor); x.array != nil && !used {
			return usagef("--%s: %s", x.flag, x.why)
		}
	}
	for _, o := range f.operands(p, files) {
		if err := o.check(); err != nil {
			return err
		}
	}
	return nil
}

// maxInMemory is the size of inputs in bytes up to which they are made at once.
const maxInMemory = 1 << 30

// inputs are what the kernel reads: random, with what the files have in its place.
// Where they are large, or whole says that not all is read, their elements are
// made when they are read.
func (f *gemmFlags) inputs(p *gemm.Problem, files *gemmFiles, whole bool) *gemm.Inputs {
	in := p.Generator(f.seed)
	if whole && inputBytes(p) <= maxInMemory {
		in = p.Random(f.seed).Inputs()
	}
	for _, o := range f.operands(p, files) {
		if o.array == nil {
			continue
		}
		mem := make([]byte, o.Bytes())
		if len(o.array.data) < len(mem) { // there are gaps
			in.Tensor(o.tensor)(0, mem)
		}
		o.scatter(mem)
		to := map[string]*gemm.Contents{"a": &in.A, "b": &in.B, "c": &in.C, "bias": &in.Bias, "scale_a": &in.ScaleA, "scale_b": &in.ScaleB}
		*to[o.tensor] = gemm.Bytes(mem)
	}
	return in
}

func inputBytes(p *gemm.Problem) (n int64) {
	for _, name := range p.Tensors() {
		if m, _ := p.Tensor(name); name != "d" {
			n += m.Bytes()
		}
	}
	return n
}

// checkD finds out before all work whether D can be written.
func (f *gemmFlags) checkD() error {
	if f.d == "" {
		return nil
	}
	if f.d == "-" {
		return usagef("--d: D goes to a file, not to standard output; need the name of one")
	}
	if dir, err := os.Stat(filepath.Dir(f.d)); err != nil || !dir.IsDir() {
		return inputError{fmt.Errorf("--d: %s: there is no directory '%s'", f.d, filepath.Dir(f.d))}
	}
	if info, err := os.Stat(f.d); err == nil && info.IsDir() {
		return inputError{fmt.Errorf("--d: '%s': is a directory", f.d)}
	}
	return nil
}

// writeD writes D as a file.
func (f *gemmFlags) writeD(p *gemm.Problem, contents gemm.Contents) error {
	m, _ := p.Tensor("d")
	o := operand{Matrix: m, elem: elementFor(p.Chip, m.Type)}
	file, err := os.Create(f.d)
	if err == nil {
		err = errors.Join(o.gather(file, contents), file.Close())
	}
	if err != nil {
		return fmt.Errorf("--d: %w", fileError(f.d, err))
	}
	return nil
}

// gather writes the tensor's contents as a file of an array, row by row: it may
// be larger than memory.
func (o *operand) gather(file io.Writer, contents gemm.Contents) error {
	w := bufio.NewWriterSize(file, 1<<20)
	_, _ = w.Write(formatNPY(&array{descr: o.elem.descr, shape: o.shape()})) // Flush has the error
	row := make([]byte, o.rowBytes())
	o.each(func(at, _, _ int64) {
		contents(uint64(at), row)
		_, _ = w.Write(row)
	})
	return w.Flush()
}
