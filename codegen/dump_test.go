package codegen_test

import (
	"fmt"
	"os"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

func TestDump(t *testing.T) {
	row := kernelRow{in: []string{"i32", "i32"}, out: []string{"i32"}, body: "    %r0 = \"arith.addi\"(%a, %b) : (i32, i32) -> i32\n"}
	if f := os.Getenv("ROW"); f != "" {
		fmt.Sscanf(f, "%s", &f)
	}
	m, err := ir.Parse("x", row.text(128, os.Getenv("UNIFORM") != ""))
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Options{}); err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(m, build.Options{Chip: arch.Chips[0]})
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + string(r.Assembly))
}
