package build_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/launch"
	"heddle/long"
)

var sameRuns = flag.Int("same.runs", 0, "how often TestSameBytes compiles each kernel; 0: 100 times a few of them, twice the others, without -long less")

// kernelFiles are the kernels of the corpus and the examples.
func kernelFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{"../verify/testdata/kernels", "../examples"} {
		list, err := filepath.Glob(filepath.Join(dir, "*.mlir"))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(list), err)
		}
		files = append(files, list...)
	}
	return files
}

// outputs is all that a build of a file writes: code object, assembly and
// launch file, or the error.
func outputs(file, text string, chip *arch.Chip) []byte {
	m, err := ir.Parse(file, text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	var r *build.Result
	if err == nil {
		r, err = build.MLIR(m, build.Options{Chip: chip, Debug: true})
	}
	if err != nil {
		return []byte(err.Error())
	}
	return bytes.Join([][]byte{r.Object, r.Assembly(), launch.Of(r, "k.hsaco").JSON()}, nil)
}

// TestSameBytes: the same input gives the same bytes, in each run, with every
// order in which Go goes through its maps, and on one processor and two.
func TestSameBytes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	total := 0
	for i, file := range kernelFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		runs := *sameRuns
		if runs == 0 {
			switch runs = 2; {
			case i%32 == 0:
				runs = long.Count(20, 100)
			case !long.Some(i, 3):
				continue
			}
		}
		for _, chip := range arch.Chips {
			total += runs
			runtime.GOMAXPROCS(1)
			want := outputs(file, string(text), chip)
			runtime.GOMAXPROCS(2)
			var wait sync.WaitGroup
			for worker := range 2 { // at the same time
				wait.Add(1)
				go func() {
					defer wait.Done()
					for n := worker + 1; n < runs; n += 2 {
						if got := outputs(file, string(text), chip); !bytes.Equal(got, want) {
							t.Errorf("%s, %s: run %d differs from the first", file, chip.Name, n)
							return
						}
					}
				}()
			}
			wait.Wait()
		}
	}
	t.Logf("%d builds", total)
}

// TestAssembly: the assembly makes the same code object, with and without a line
// table, for each setting of the target's features.
func TestAssembly(t *testing.T) {
	check := func(file, text string, o build.Options) {
		t.Helper()
		m, err := ir.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		if ir.Verify(m, ir.Options{Chip: o.Chip}) != nil {
			return // a kernel for the other chip
		}
		r, err := build.MLIR(m, o)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := r.CheckAssembly(); err != nil {
			t.Errorf("%s, %s: %v", file, o.Chip.Name, err)
		}
	}
	for i, file := range kernelFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, chip := range arch.Chips {
			check(file, string(text), build.Options{Chip: chip, Debug: i%4 == 0, XNACK: hsaco.Feature(i % 3), SRAMECC: hsaco.Feature(i / 3 % 3)})
		}
	}
	check("three.mlir", named("one", "two", `th r"ee`), build.Options{Chip: &arch.GFX942})
}
