// Package report shows what the timing model says of a kernel: as text, as a listing with cycles, as
// JSON, as a table of issues, as a trace for Perfetto, as a profile for pprof and as a page for a browser.
// Everything shown is modelled, and says so.
//
// All of it is made from a Report, which holds no more than the model gave. Equal reports give equal
// bytes.
package report
