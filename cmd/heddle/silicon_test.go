package main

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

var (
	siliconObjects = flag.String("silicon.objects", "", "directory of the code objects of traced kernels, KERNEL.big.hsaco")
	siliconTraces  = flag.String("silicon.traces", "", "directory of their thread traces, KERNEL-big")
)

// TestSilicon times dispatches of other people's kernels as 'heddle time' does and compares them with
// what an MI350X took. The objects and traces are not in the repository, which has figures of others
// but no code of theirs: clone github.com/jhinpan/flydsl-kernel-profiling-lib at commit bce529c; the
// listings in its traces (examples/KERNEL/att_viewer/big/ui_output_*/code.json) have the instructions
// with their addresses. Assembled in a code object with the kernel's name, they are KERNEL.big.hsaco; the
// folders themselves are KERNEL-big.
//
// The launches are in testdata/silicon: sizes are those of the tests in the folders source, and where
// arguments lie is read off the code. Pointers lead to zeros, for data reach no address and no branch;
// of moe_blockscale they do: 256 tokens go to two of eight experts each, evenly, in blocks of 16.
//
// dispatches.csv has the clock (realtime.json of the trace), the cycles from the first to the last wave
// of the traced XCD (occupancy.json, the clocks of its shader engines aligned by realtime.json), and the
// median time of a dispatch (discover_kernel_trace.csv; facts silicon/mi350x_dispatch_ns.csv). Tests of
// three kernels begin with a few dispatches on the same buffers, which are warm, and go on with copies
// of them in turn, which are rotated; the median is of the latter.
func TestSilicon(t *testing.T) {
	if *siliconObjects == "" {
		t.Skip("-silicon.objects names no directory")
	}
	fmt.Printf("%-28s %-8s %8s %8s %6s  %8s %8s %6s\n", "kernel", "caches", "waves", "measured", "", "ns", "measured", "")
	for _, row := range siliconRows(t, "dispatches.csv") {
		kernel, caches := row[0], row[1]
		d := timeSilicon(t, kernel, caches)
		mhz, measured := number(t, row[2]), number(t, row[4])
		ns := float64(d.Cycles)*1e3/mhz + d.LaunchSeconds*1e9
		waves, ratio := row[3], ""
		if waves != "" {
			ratio = fmt.Sprintf("%.3f", float64(d.Cycles)/number(t, waves))
		}
		fmt.Printf("%-28s %-8s %8d %8s %6s  %8.0f %8.0f %6.3f\n", kernel, caches, d.Cycles, waves, ratio, ns, measured, ns/measured)
		if math.Abs(ns/measured-1) > 0.15 {
			t.Errorf("%s, %s: %.0f ns, measured %.0f", kernel, caches, ns, measured)
		}
	}
}

// TestSiliconLoops compares the loops of the same dispatches with those of the traces: within 8 % in the
// median of the kernels, and 20 % at most.
func TestSiliconLoops(t *testing.T) {
	if *siliconObjects == "" || *siliconTraces == "" {
		t.Skip("-silicon.objects and -silicon.traces name no directories")
	}
	fmt.Printf("%-28s %-8s %6s %6s | %10s %8s %8s %7s\n", "kernel", "caches", "waves", "core", "iterations", "measured", "modelled", "error")
	var errors []float64
	for _, row := range siliconRows(t, "dispatches.csv") {
		kernel, caches := row[0], row[1]
		if row[3] == "" { // not the dispatch that was traced
			continue
		}
		code, out, errs := heddle("trace", "compare", "--mcpu", "gfx950", filepath.Join(*siliconTraces, kernel+"-big"), siliconObject(kernel),
			"--launch", siliconLaunch(kernel), "--product", "MI350X", "--caches", caches, "--json")
		if code != 0 {
			t.Errorf("%s: %s", kernel, errs)
			continue
		}
		var doc struct {
			Traces []struct {
				Wave, Core struct{ Measured, Modelled float64 }
				Loops      []struct {
					Iterations         int
					Measured, Modelled struct{ Median int }
					Error              float64
				}
			}
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		c := doc.Traces[0]
		head := fmt.Sprintf("%-28s %-8s %6.3f %6.3f", kernel, caches, c.Wave.Modelled/c.Wave.Measured, c.Core.Modelled/c.Core.Measured)
		if len(c.Loops) == 0 {
			fmt.Println(head)
		}
		worst := 0.0
		for _, l := range c.Loops {
			fmt.Printf("%s | %10d %8d %8d %+6.1f%%\n", head, l.Iterations, l.Measured.Median, l.Modelled.Median, l.Error)
			worst = max(worst, math.Abs(l.Error))
		}
		if worst > 20 {
			t.Errorf("%s: a loop is %.1f %% off", kernel, worst)
		}
		if len(c.Loops) > 0 {
			errors = append(errors, worst)
		}
	}
	slices.Sort(errors)
	if n := len(errors); n > 0 {
		median := (errors[(n-1)/2] + errors[n/2]) / 2
		fmt.Printf("loops: median of kernels %.1f %%\n", median)
		if median > 8 {
			t.Errorf("loops are %.1f %% off in the median of the kernels", median)
		}
	}
}

func siliconRows(t *testing.T, name string) [][]string {
	f, err := os.Open(filepath.Join("testdata", "silicon", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func siliconObject(kernel string) string { return filepath.Join(*siliconObjects, kernel+".big.hsaco") }
func siliconLaunch(kernel string) string {
	return filepath.Join("testdata", "silicon", kernel+".json")
}

// siliconTime is what is looked at of heddle.time/v1.
type siliconTime struct {
	Cycles        int64
	LaunchSeconds float64
}

func timeSilicon(t *testing.T, kernel, caches string) (d siliconTime) {
	code, out, errs := heddle("time", siliconObject(kernel), "--launch", siliconLaunch(kernel), "--product", "MI350X", "--caches", caches, "--json")
	if code != 0 {
		t.Fatalf("%s: %s", kernel, errs)
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func number(t *testing.T, s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
