package tile

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"heddle/arch"
)

// Main is the main function of a program that shows a kernel: for each chip it calls run, which runs the
// kernel (Run) and compares its results with a reference, and prints the report and the greatest error.
//
//	-chip NAME   only this chip
//	-o DIR       also write DIR/PROGRAM-CHIP.hsaco and .mlir
//
// An error ends the program with exit code 1.
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
		if err != nil {
			fail(fmt.Errorf("%s: %w", c.Name, err))
		}
		fmt.Printf("%s\n  greatest error %.1e\n", report, worst)
		if *dir == "" {
			continue
		}
		if err := os.MkdirAll(*dir, 0o777); err != nil {
			fail(err)
		}
		for end, text := range map[string][]byte{".hsaco": report.Object, ".mlir": report.MLIR} {
			if err := os.WriteFile(filepath.Join(*dir, name+"-"+c.Name+end), text, 0o666); err != nil {
				fail(err)
			}
		}
	}
	if !known {
		fail(fmt.Errorf("-chip %s: the chips are %v", *chip, arch.Names()))
	}
}
