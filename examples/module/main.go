// Command example compiles MLIR, runs it on the simulator as a launch file says, with
// all checks, and compares all memory with what the interpreter makes of it.
package main

import (
	"fmt"
	"log"

	"heddle/launch"
)

func main() {
	l, err := launch.Read("saxpy.launch.json")
	if err != nil {
		log.Fatal(err)
	}
	result, err := l.Run(launch.Options{Target: "gfx950", Checks: []string{"all"}, Against: true})
	if err != nil {
		log.Fatal(err)
	}
	y, err := result.Buffers["y"].Floats()
	if err != nil || !result.Passed() {
		log.Fatal(err, result.Findings, result.Against.Compared)
	}
	fmt.Printf("ok: %d elements, the first is %g\n", len(y), y[0])
}
