// Command fit fits the fast estimate of GEMM times to measurements, and shows how far off it is.
//
//	go run ./timing/estimate/fit -report             errors by family, by cross-validation
//	go run ./timing/estimate/fit -write              fit, and write timing/estimate/zparameters.go
//	go run ./timing/estimate/fit -test other.csv     errors of the committed parameters on other rows
//
// Files have the columns of timing/estimate/testdata/gemm_calibration.csv.gz; one whose name ends in
// .gz is unpacked. It is run from the root of the repository.
package main

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"heddle/timing/estimate"
)

func main() {
	rows := flag.String("rows", "timing/estimate/testdata/gemm_calibration.csv.gz", "measurements to fit to")
	report := flag.Bool("report", false, "print the errors by family, by cross-validation")
	write := flag.Bool("write", false, "write the fitted parameters into timing/estimate/zparameters.go")
	test := flag.String("test", "", "print the errors of the committed parameters on these measurements")
	flag.Parse()
	if err := run(*rows, *test, *report, *write); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(rows, test string, report, write bool) error {
	if test != "" {
		other, err := read(test)
		if err != nil {
			return err
		}
		t := estimate.Test(other)
		t.Write(os.Stdout)
		return nil
	}
	if !report && !write {
		return fmt.Errorf("say -report, -write or -test FILE")
	}
	all, err := read(rows)
	if err != nil {
		return err
	}
	if write {
		source, err := estimate.Generate(all)
		if err != nil {
			return err
		}
		if err := os.WriteFile("timing/estimate/zparameters.go", source, 0o644); err != nil {
			return err
		}
	}
	if report {
		t := estimate.Validate(all, true)
		t.Write(os.Stdout)
	}
	return nil
}

func read(name string) ([]estimate.Row, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	rows, err := estimate.ReadRows(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no rows", name)
	}
	return rows, nil
}
