// Command gen writes the products of lines of float64 of package reference,
// zdot_amd64.s and zdot_amd64.go, into the working directory.
package main

import (
	"go/format"
	"log"
	"os"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// What a kernel multiplies: two lines of A with four of B, which are lineBytes
// apart (Block in package reference), and all of vectors of four numbers.
const (
	rows, cols  = 2, 4
	lineBytes   = 1024
	vectorBytes = 32
)

func main() {
	log.SetFlags(0)
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, b := range files {
		if err := os.WriteFile(name, b, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// generate returns the contents of the generated files by name.
func generate() (map[string][]byte, error) {
	ctx := build.NewContext()
	ctx.ConstraintExpr("amd64")
	dot(ctx, "dot2x4Fused", "adds products to the sums with one rounding", func(sum, a, b, _ reg.VecVirtual) {
		ctx.VFMADD231PD(a, b, sum)
	})
	dot(ctx, "dot2x4Rounded", "adds products that are rounded first", func(sum, a, b, product reg.VecVirtual) {
		ctx.VMULPD(a, b, product)
		ctx.VADDPD(product, sum, sum)
	})
	f, err := ctx.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	cfg := printer.Config{Name: "gen", Pkg: "reference"}
	if files["zdot_amd64.s"], err = printer.NewGoAsm(cfg).Print(f); err != nil {
		return nil, err
	}
	stubs, err := printer.NewStubs(cfg).Print(f)
	if err != nil {
		return nil, err
	}
	files["zdot_amd64.go"], err = format.Source(stubs)
	return files, err
}

// dot writes a kernel: in lane l of a vector the sum of the products of the
// numbers l, l+4, l+8, …, as dot2x4Plain adds them.
func dot(ctx *build.Context, name, doc string, add func(sum, a, b, product reg.VecVirtual)) {
	ctx.Function(name)
	ctx.Attributes(build.NOSPLIT)
	ctx.SignatureExpr("func(out *[2][4]float64, a, b *float64, quads int)")
	ctx.Pragma("noescape")
	ctx.Doc(name + " " + doc + "; lanes are summed as (0 + 1) + (2 + 3).")
	out := ctx.Load(ctx.Param("out"), ctx.GP64())
	a := ctx.Load(ctx.Param("a"), ctx.GP64())
	b := ctx.Load(ctx.Param("b"), ctx.GP64())
	quads := ctx.Load(ctx.Param("quads"), ctx.GP64())
	var sums [rows][cols]reg.VecVirtual
	for i := range sums {
		for j := range sums[i] {
			sums[i][j] = ctx.YMM()
			ctx.VXORPD(sums[i][j], sums[i][j], sums[i][j])
		}
	}
	product := ctx.YMM()
	ctx.Label(name + "Loop")
	as, bs := lines(ctx, a, rows), lines(ctx, b, cols)
	ctx.ADDQ(operand.Imm(vectorBytes), a)
	ctx.ADDQ(operand.Imm(vectorBytes), b)
	for i := range sums {
		for j := range sums[i] {
			add(sums[i][j], as[i], bs[j], product)
		}
	}
	ctx.DECQ(quads)
	ctx.JNZ(operand.LabelRef(name + "Loop"))
	high := ctx.XMM()
	for i := range sums {
		for j, sum := range sums[i] {
			low := sum.AsX()
			ctx.VEXTRACTF128(operand.Imm(1), sum, high)
			ctx.VHADDPD(high, low, low)
			ctx.VHADDPD(low, low, low)
			ctx.VMOVSD(low, operand.Mem{Base: out, Disp: (i*cols + j) * 8})
		}
	}
	ctx.VZEROUPPER()
	ctx.RET()
}

// lines loads a vector of each of n lines.
func lines(ctx *build.Context, base reg.Register, n int) (list []reg.VecVirtual) {
	for i := range n {
		v := ctx.YMM()
		ctx.VMOVUPD(operand.Mem{Base: base, Disp: i * lineBytes}, v)
		list = append(list, v)
	}
	return list
}
