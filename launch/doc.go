// Package launch runs kernels as described by a launch file: it reads the file, compiles
// or assembles the code, makes the buffers, runs the dispatches on the simulator or in
// the interpreter, and checks expectations. `heddle run` uses it, and so can a Go
// program:
//
//	l, err := launch.Read("k.launch.json")             // or Parse, or fill in a File
//	result, err := l.Run(launch.Options{Target: "gfx950", Checks: []string{"all"}})
//	y, err := result.Buffers["y"].Floats()
//
// docs/launch.md documents launch files, the forms of arguments (those of --arg), and
// element types. Files and sizes in a launch file are untrusted: reads and allocations
// are bounded.
package launch
