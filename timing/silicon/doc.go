// Package silicon judges the whole timing chain: kernels of our own are simulated, recorded and
// timed, and the result is compared with what others measured on a card. It has tests only.
//
// A kernel does what the measured one did, with the same classes of instructions; testdata has the
// kernels that are written by hand, and the measured figures that the tests read. Each test cites
// its source, has a limit, and prints a table with -v:
//
//	go test ./timing/silicon -v
//
// Kernels that iterated for milliseconds are timed at two smaller numbers of iterations; the time of
// the whole is that of the line through both, because the model repeats itself.
package silicon
