// Package long defines the flags -long and -long.seed of tests. Only tests import it.
//
// A test that would take long runs a fixed sample of its cases by default, and
// all of them with the flag: go test ./sim -long. CI does both.
//
// What such a test draws comes from a fixed seed, so that it tells about the code
// and not about the day; -long.seed N goes on to what nobody has drawn yet.
//
// In packages that import it the garbage collector runs less often: tests that
// compile and simulate thousands of small kernels keep little and allocate much,
// and would otherwise spend a quarter of their time on it.
package long

import (
	"flag"
	"os"
	"runtime/debug"
)

var on = flag.Bool("long", false, "run every case of the tests that take long, not a sample")

var seed = flag.Uint64("long.seed", 1, "seed of the tests that have no flag for one of their own")

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// On reports whether all cases are to run.
func On() bool { return *on }

// Count returns how many cases to run: all with -long, else few.
func Count(few, all int) int {
	if *on {
		return all
	}
	return few
}

// Some reports whether to run case i: with -long every case, else one in n.
func Some(i, n int) bool { return *on || i%n == 0 }

// Seed is where random cases come from.
func Seed() uint64 { return *seed }
