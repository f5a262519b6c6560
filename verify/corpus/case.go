// Package corpus reads kernels in MLIR that describe their launch in a comment, and runs them: in
// the interpreter, and as code objects in the simulator. The resulting memory contents can be
// compared.
//
// # The header
//
// A file begins with comment lines, each a key and its value:
//
//	// kernel:    y = a*x + y, an element a lane
//	// chips:     gfx942 gfx950
//	// grid:      16 1 1
//	// block:     256 1 1
//	// arg:       in f32 4096 real -4 4
//	// arg:       inout f32 4096 int -100 100
//	// tolerance: 1 ulp 2
//
// There is one arg line for each parameter, in their order: whether the kernel reads it, writes it
// or both (in, out, inout), the type and the number of the elements, and for in and inout how they
// are filled ([Arg]). Memory of an out is initially undefined. A tolerance gives the allowed
// difference ([Tolerance]) for elements of the argument with that number, counted from 0; without
// one every bit counts. The first other line ends the header.
//
// The module after it is in MLIR's generic form, which package ir and mlir-opt both read, and has
// one kernel, named like the file.
package corpus

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"heddle/arch"
	"heddle/ir"
)

// Case is a kernel and how it is launched.
type Case struct {
	Name  string // that of the file, without .mlir
	File  string
	Text  string
	About string // what the kernel does
	Chips []*arch.Chip
	// Grid is workgroups, Block work-items of a workgroup.
	Grid, Block [3]uint32
	Args        []Arg
}

// Arg is a parameter: a pointer to elements of one type.
type Arg struct {
	In, Out bool
	Type    ir.Type // of an element: an integer or a float
	Bytes   int     // of an element
	Count   int
	// Fill is one of
	//
	//	zero         all bits 0
	//	bits         random bits
	//	int LO HI    random whole numbers from LO to HI
	//	real LO HI   random numbers from LO to below HI, rounded to the type
	//	ramp A B M   (A*i + B) mod M for element i
	//	perm         the numbers from 0 on, shuffled
	//	sorted LO HI whole numbers from LO to HI that do not fall
	Fill      []string
	Tolerance Tolerance

	seed uint64
}

// Tolerance is the allowed difference between a float and the interpreter's: the zero value allows
// no difference. All bounds that are not 0 are tried; one that holds is enough.
type Tolerance struct {
	ULP      uint64  // numbers of the type in between, plus 1
	Abs, Rel float64 // absolute, and in proportion to the interpreter's number
}

// Read reads the cases of a directory, in the order of their names.
func Read(dir string) ([]*Case, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.mlir"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var cases []*Case
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		c, err := Parse(f, string(text))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: there is no *.mlir", dir)
	}
	return cases, nil
}

// Parse reads the header of a file.
func Parse(file, text string) (*Case, error) {
	c := &Case{Name: strings.TrimSuffix(filepath.Base(file), ".mlir"), File: file, Text: text}
	line := 0
	for l := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(l), "//")
		key, value, colon := strings.Cut(comment, ":")
		if !ok || !colon {
			break
		}
		line++
		if err := c.entry(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	if c.About == "" || c.Chips == nil || c.Grid[0] == 0 || c.Block[0] == 0 || c.Args == nil {
		return nil, fmt.Errorf("%s:%d: the header ends without all of kernel, chips, grid, block and arg", file, line+1)
	}
	return c, nil
}

// entry reads a line of the header.
func (c *Case) entry(key, value string) (err error) {
	words := strings.Fields(value)
	switch key {
	case "kernel":
		c.About = value
	case "chips":
		for _, w := range words {
			chip, ok := arch.Lookup(w)
			if !ok {
				return fmt.Errorf("there is no chip %q", w)
			}
			c.Chips = append(c.Chips, chip)
		}
	case "grid":
		c.Grid, err = sizes(words)
	case "block":
		c.Block, err = sizes(words)
	case "arg":
		var a Arg
		if a, err = parseArg(words); err == nil {
			h := fnv.New64a()
			fmt.Fprintf(h, "%s %d", c.Name, len(c.Args))
			a.seed = h.Sum64()
			c.Args = append(c.Args, a)
		}
	case "tolerance":
		err = c.tolerance(words)
	default:
		err = fmt.Errorf("%q is not one of kernel, chips, grid, block, arg, tolerance", key)
	}
	return err
}

func sizes(words []string) (s [3]uint32, err error) {
	if len(words) != 3 {
		return s, fmt.Errorf("three sizes are expected, not %d", len(words))
	}
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 32)
		if err != nil || n == 0 {
			return s, fmt.Errorf("%q is no size", w)
		}
		s[i] = uint32(n)
	}
	return s, nil
}

// fills has the number of parameters of each way to fill.
var fills = map[string]int{"zero": 0, "bits": 0, "int": 2, "real": 2, "ramp": 3, "perm": 0, "sorted": 2}

// maxBytes bounds an argument.
const maxBytes = 64 << 20

func parseArg(words []string) (a Arg, err error) {
	if len(words) < 3 {
		return a, fmt.Errorf("an arg is in, out or inout, the type, the number of elements, and the fill")
	}
	switch words[0] {
	case "in", "out", "inout":
		a.In, a.Out = words[0] != "out", words[0] != "in"
	default:
		return a, fmt.Errorf("%q is not one of in, out, inout", words[0])
	}
	if a.Type, err = ir.ParseType(words[1]); err != nil {
		return a, err
	}
	bits, ok := ir.BitWidth(a.Type)
	if !ok || bits%8 != 0 || bits > 64 {
		return a, fmt.Errorf("elements are of 1, 2, 4 or 8 bytes, %s is not", a.Type)
	}
	a.Bytes = bits / 8
	if a.Count, err = strconv.Atoi(words[2]); err != nil || a.Count <= 0 || a.Count > maxBytes/a.Bytes {
		return a, fmt.Errorf("%q is not a number of elements", words[2])
	}
	a.Fill = words[3:]
	if !a.In {
		if len(a.Fill) > 0 {
			return a, fmt.Errorf("an out is not filled")
		}
		return a, nil
	}
	if len(a.Fill) == 0 {
		return a, fmt.Errorf("the fill of %s is missing", words[0])
	}
	n, ok := fills[a.Fill[0]]
	if !ok || len(a.Fill)-1 != n {
		return a, fmt.Errorf("%q is not a way to fill an argument", strings.Join(a.Fill, " "))
	}
	for _, w := range a.Fill[1:] {
		if _, err := strconv.ParseFloat(w, 64); err != nil {
			return a, err
		}
	}
	return a, nil
}

// tolerance reads "ARG KIND BOUND", for one kind or several.
func (c *Case) tolerance(words []string) error {
	if len(words) < 3 || len(words)%2 == 0 {
		return fmt.Errorf("a tolerance is the number of an arg, and ulp, abs or rel with its bound")
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 0 || n >= len(c.Args) {
		return fmt.Errorf("there is no arg %q yet", words[0])
	}
	a := &c.Args[n]
	if _, ok := a.Type.(ir.FloatType); !ok {
		return fmt.Errorf("only floats have a tolerance, arg %d is %s", n, a.Type)
	}
	for i := 1; i < len(words); i += 2 {
		bound, err := strconv.ParseFloat(words[i+1], 64)
		if err != nil || bound <= 0 {
			return fmt.Errorf("%q is no bound", words[i+1])
		}
		switch words[i] {
		case "ulp":
			a.Tolerance.ULP = uint64(bound)
		case "abs":
			a.Tolerance.Abs = bound
		case "rel":
			a.Tolerance.Rel = bound
		default:
			return fmt.Errorf("%q is not one of ulp, abs, rel", words[i])
		}
	}
	return nil
}

// On reports whether the kernel is for a chip.
func (c *Case) On(chip *arch.Chip) bool { return slices.Contains(c.Chips, chip) }

// Module parses and verifies the text.
func (c *Case) Module(chip *arch.Chip) (*ir.Module, error) {
	m, err := ir.Parse(c.File, c.Text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	return m, err
}
