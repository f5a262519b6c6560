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
	"heddle/diag"
	"heddle/kernels/gemm"
	"heddle/kernels/reference"
	"heddle/launch"
)

// gemmFiles are the arrays in the files that flags name; nil without a file.
type gemmFiles struct {
	a, b, c, bias, aScale, bScale *launch.Array
}

// read reads the files.
func (f *gemmFlags) read(cmd *cobra.Command) (*gemmFiles, error) {
	files := &gemmFiles{}
	for _, flag := range []string{"a", "b", "c", "d", "bias", "a-scale", "b-scale"} {
		// A script with an unset variable would get random data without noticing.
		if x := cmd.Flags().Lookup(flag); x != nil && x.Changed && x.Value.String() == "" {
			return nil, usagef("--%s: the file name is empty; give one, or leave --%s out", flag, flag)
		}
	}
	for _, x := range []struct {
		flag, name string
		to         **launch.Array
	}{
		{"a", f.a, &files.a}, {"b", f.b, &files.b}, {"c", f.c, &files.c}, {"bias", f.biasFile(), &files.bias},
		{"a-scale", f.aScale, &files.aScale}, {"b-scale", f.bScale, &files.bScale},
	} {
		if x.name == "" {
			continue
		}
		a, err := launch.ReadNPY(x.name)
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", x.flag, err)
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

// typesOfFiles are the types implied by the element types of .npy files.
var typesOfFiles = []string{"f16", "f32", "f64", "i8"}

// infer takes sizes and types not given by flags from the files.
func (f *gemmFlags) infer(given func(string) bool, files *gemmFiles) error {
	if !given("dtype") && f.aType == "" && f.bType == "" {
		a, b := typeOfFile(files.a), typeOfFile(files.b)
		if a != "" && b != "" && a != b {
			return usagef("--b %s: the file has %s elements, but the file of --a has %s; A and B need the same type", f.b, b, a)
		}
		f.dtype = cmp.Or(a, b, f.dtype)
	}
	layout, err := gemm.ParseLayout(f.layout)
	if err != nil {
		return nil // with the type set by flags
	}
	a, b := f.types()
	// Dimensions of a file, counted from the last.
	row, col := 2, 1
	if layout.TransB() {
		row, col = col, row
	}
	f.inferSize(given, "n", &f.n, files.b, col, 8)
	f.inferSize(given, "k", &f.k, files.b, row, elementBits(b))
	row, col = 2, 1
	if layout.TransA() {
		row, col = col, row
	}
	f.inferSize(given, "m", &f.m, files.a, row, 8)
	f.inferSize(given, "k", &f.k, files.a, col, elementBits(a))
	f.inferSize(given, "batch", &f.batch, files.b, 3, 8)
	f.inferSize(given, "batch", &f.batch, files.a, 3, 8)
	return nil
}

// typeOfFile is the type implied by a file's elements; empty if they imply none.
func typeOfFile(a *launch.Array) string {
	if a == nil {
		return ""
	}
	if e, err := launch.ElementOf(a.Descr); err == nil && slices.Contains(typesOfFiles, e.Name) {
		return e.Name
	}
	return ""
}

// inferSize takes a size from a dimension of a file. Elements of less than 8 bits
// are packed into bytes there.
func (f *gemmFlags) inferSize(given func(string) bool, flag string, to *int64, a *launch.Array, dim, bits int) {
	if a == nil || given(flag) || len(a.Shape) > 3 || len(a.Shape) < dim {
		return
	}
	if n := int64(a.Shape[len(a.Shape)-dim]); n > 0 {
		*to = n * 8 / int64(min(bits, 8))
	}
}

// elementBits is the size of a type's elements; 8 for an unknown type.
func elementBits(dtype string) int {
	if t, err := gemm.TypeByName(dtype); err == nil {
		return t.Bits
	}
	return 8
}

// elementFor is the element type of files for a type of the problem.
func elementFor(chip *arch.Chip, t *gemm.Type) *launch.Element {
	name := t.Name
	if f := t.Format(chip); f != nil {
		name = f.Name
	}
	e, err := launch.ParseElement(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return e
}

// operand is a tensor of a problem and the form of its file, which has no gaps.
type operand struct {
	gemm.Matrix
	flag, tensor, file string
	elem               *launch.Element
	array              *launch.Array // the file's contents; nil without a file
}

// operands are the tensors that flags can name files for.
func (f *gemmFlags) operands(p *gemm.Problem, files *gemmFiles) []*operand {
	var list []*operand
	for _, x := range []struct {
		flag, tensor, file string
		array              *launch.Array
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

// shape is the shape of the tensor's file, with a batch dimension only if each batch
// has its own matrix. Elements smaller than a byte are packed into rows of bytes.
func (o *operand) shape() []int {
	var s []int
	if o.Batch > 1 && o.Stride > 0 {
		s = append(s, int(o.Batch))
	}
	if o.flag != "bias" {
		s = append(s, int(o.Rows))
	}
	return append(s, int(o.rowBytes()/int64(max(o.elem.Bits, 8)/8)))
}

// dimensions describes the dimensions of the tensor's file.
func (o *operand) dimensions() string {
	switch len(o.shape()) {
	case 1:
		return "1 dimension"
	case 2:
		return "2 dimensions"
	}
	return "3 dimensions, the first for the batches"
}

func (o *operand) rowBytes() int64 { return (o.Cols*int64(o.elem.Bits) + 7) / 8 }

// check reports a file that does not fit.
func (o *operand) check() error {
	if o.array == nil {
		return nil
	}
	if !o.fits() {
		return usagef("--%s %s: the file has %s elements; %s is stored in files of %s%s", o.flag, o.file, numpyName(o.array.Descr), o.elem.Name, numpyName(o.elem.Descr), otherType(o))
	}
	if o.Overlaps() {
		return usagef("--stride-%s: at %d the batches of %s overlap, but the file of --%s has each one separately; need %d or more, or 0 for a file with a single matrix", o.flag, o.Stride, strings.ToUpper(o.flag), o.flag, o.Index(0, o.Rows-1, o.Cols))
	}
	got, want := o.array.Shape, o.shape()
	for len(got) > len(want) && got[0] == 1 {
		got = got[1:]
	}
	if slices.Equal(got, want) {
		return nil
	}
	if len(got) != len(want) {
		return usagef("--%s %s: the file has the shape %s; it must have %s, here %s", o.flag, o.file, shapeText(o.array.Shape), o.dimensions(), shapeText(want))
	}
	packed := ""
	if o.elem.Bits < 8 {
		packed = fmt.Sprintf(", in bytes of packed %s", o.elem.Name)
	}
	return usagef("--%s %s: the file has the shape %s; it must be %s%s", o.flag, o.file, shapeText(o.array.Shape), shapeText(want), packed)
}

// fits reports whether the file's elements fit the tensor: numbers of the same type,
// or any bits of the right size for types that numpy does not have.
func (o *operand) fits() bool {
	if numpyHas := o.elem.Descr[0] != 'u'; numpyHas {
		return o.array.Descr == o.elem.Descr
	}
	return o.elem.Fits(o.array.Descr)
}

// numpyName is numpy's name for the elements of a file, with the file's own letters:
// numpy's i8 is 8 bytes.
func numpyName(descr string) string {
	kinds := map[byte]string{'f': "float", 'i': "int", 'u': "uint"}
	if kind := kinds[descr[0]]; kind != "" {
		return fmt.Sprintf("%s%d (%q)", kind, 8*(descr[1]-'0'), descr) // 1 to 8 bytes
	}
	return strconv.Quote(descr)
}

// otherType is advice for a file whose elements have another type.
func otherType(o *operand) string {
	if e, err := launch.ElementOf(o.array.Descr); err == nil && slices.Contains(typesOfFiles, e.Name) && (o.flag == "a" || o.flag == "b") {
		return fmt.Sprintf(" (--dtype %s?)", e.Name)
	}
	return ""
}

func shapeText(shape []int) string {
	if len(shape) == 0 {
		return "() of a single number"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}

// scatter copies the rows of the file to their places in the tensor.
func (o *operand) scatter(mem []byte) {
	o.each(func(at, from, n int64) { copy(mem[at:at+n], o.array.Data[from:from+n]) })
}

// each calls f for each row with its offset in memory, its offset in the file, and its
// size in bytes.
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

// checkFiles rejects files that do not fit the problem or that it does not use.
func (f *gemmFlags) checkFiles(p *gemm.Problem, files *gemmFiles, given func(flag string) bool) error {
	if files.c != nil && p.Beta == 0 && !given("beta") {
		return usagef("--c: C is read only if --beta is not 0: give --beta")
	}
	for _, x := range []struct {
		flag, tensor, why string
		array             *launch.Array
	}{
		{"a-scale", "scale_a", p.A.Name + " has no scales; the mx types have them", files.aScale},
		{"b-scale", "scale_b", p.B.Name + " has no scales; the mx types have them", files.bScale},
	} {
		if _, used := p.Tensor(x.tensor); x.array != nil && !used {
			return usagef("--%s: %s", x.flag, x.why)
		}
	}
	for _, o := range f.operands(p, files) {
		if err := o.check(); err != nil {
			return fmt.Errorf("%w%s", err, diag.DidYouMean(f.layouts(p, files, given)))
		}
	}
	return nil
}

// layouts are the values of --layout, if the problem's is none of them, with which the shapes of the files of
// A and B fit together, and the sizes that flags give.
func (f *gemmFlags) layouts(p *gemm.Problem, files *gemmFiles, given func(flag string) bool) (names []string) {
	if files.a == nil || files.b == nil || len(files.a.Shape) < 2 || len(files.b.Shape) < 2 {
		return nil
	}
	// The rows of A and the columns of B are stored with the elements of a row packed.
	stored := func(a *launch.Array, bits int, transposed bool) (rows, cols int64) {
		shape := a.Shape[len(a.Shape)-2:]
		rows, cols = int64(shape[0]), int64(shape[1])*8/int64(min(bits, 8))
		if transposed {
			rows, cols = cols, rows
		}
		return rows, cols
	}
	for _, l := range gemm.Layouts {
		m, k := stored(files.a, p.A.Bits, l.TransA())
		k2, n := stored(files.b, p.B.Bits, l.TransB())
		fits := k == k2 && (!given("m") || m == f.m) && (!given("n") || n == f.n) && (!given("k") || k == f.k)
		switch {
		case fits && l == p.Layout:
			return nil // it is something else
		case fits:
			names = append(names, "--layout "+l.String())
		}
	}
	return names
}

// Inputs of up to maxInMemory bytes are generated at once.
const maxInMemory = 1 << 30

// inputs are the kernel's inputs: the contents of files, the rest random. If they are
// large, or not whole, elements are generated when they are read.
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
		if len(o.array.Data) < len(mem) { // there are gaps
			in.Tensor(o.tensor)(0, mem)
		}
		o.scatter(mem)
		to := map[string]*reference.Contents{"a": &in.A, "b": &in.B, "c": &in.C, "bias": &in.Bias, "scale_a": &in.ScaleA, "scale_b": &in.ScaleB}
		*to[o.tensor] = reference.Bytes(mem)
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

// checkD checks before all work that D can be written.
func (f *gemmFlags) checkD() error {
	if f.d == "" {
		return nil
	}
	if f.d == "-" {
		return usagef("--d: D goes to a file, not to standard output; need a file name")
	}
	if dir, err := os.Stat(filepath.Dir(f.d)); err != nil || !dir.IsDir() {
		return fmt.Errorf("--d: %s: there is no directory '%s'", f.d, filepath.Dir(f.d))
	}
	if info, err := os.Stat(f.d); err == nil && info.IsDir() {
		return fmt.Errorf("--d: '%s': is a directory", f.d)
	}
	return nil
}

// writeD writes D as a file.
func (f *gemmFlags) writeD(p *gemm.Problem, contents reference.Contents) error {
	m, _ := p.Tensor("d")
	o := operand{Matrix: m, elem: elementFor(p.Chip, m.Type)}
	file, err := os.Create(f.d)
	if err == nil {
		err = errors.Join(o.gather(file, contents), file.Close())
	}
	if err != nil {
		return fmt.Errorf("--d: %w", launch.FileError(f.d, err))
	}
	return nil
}

// gather writes the tensor as a .npy file, row by row, since it may be larger than
// memory.
func (o *operand) gather(file io.Writer, contents reference.Contents) error {
	w := bufio.NewWriterSize(file, 1<<20)
	_, _ = w.Write((&launch.Array{Descr: o.elem.Descr, Shape: o.shape()}).NPY()) // Flush returns the error
	row := make([]byte, o.rowBytes())
	o.each(func(at, _, _ int64) {
		contents(uint64(at), row)
		_, _ = w.Write(row)
	})
	return w.Flush()
}
