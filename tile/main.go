package tile

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"heddle/arch"
)

// Main is the main function of a program that shows a kernel: for each chip it calls run, which runs the
// kernel (Run) and compares its results with a reference, and prints the report and the greatest error.
//
//	-chip NAME   only this chip
//	-o DIR       also write DIR/PROGRAM-CHIP.hsaco and .mlir, even if there are findings
//
// An error, or a NaN as the greatest error, ends the program with exit code 1.
func Main(run func(chip *arch.Chip) (report *Report, worst float64, err error)) {
	name := filepath.Base(os.Args[0])
	chip := flag.String("chip", "", "only the chip with this `NAME`")
	dir := flag.String("o", "", "write code objects and MLIR to `DIR`")
	flag.Parse()
	fail := func(err error) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
	known := false
	for _, c := range arch.Chips {
		if *chip != "" && *chip != c.Name {
			continue
		}
		known = true
		report, worst, err := run(c)
		if report != nil && *dir != "" {
			if err := report.write(*dir, name); err != nil {
				fail(err)
			}
		}
		if err != nil {
			fail(fmt.Errorf("%s: %w", c.Name, err))
		}
		fmt.Printf("%s\n  greatest error %.1e\n", report, worst)
		if math.IsNaN(worst) {
			fail(fmt.Errorf("%s: a result is NaN where the reference is not, or the other way round", c.Name))
		}
	}
	if !known {
		fail(fmt.Errorf("-chip %s: the chips are %v", *chip, arch.Names()))
	}
}

// write writes the code object and the MLIR to a folder.
func (r *Report) write(dir, name string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	file := filepath.Join(dir, name+"-"+r.Chip.Name)
	if err := os.WriteFile(file+".hsaco", r.Object, 0o666); err != nil {
		return err
	}
	return os.WriteFile(file+".mlir", r.MLIR, 0o666)
}
