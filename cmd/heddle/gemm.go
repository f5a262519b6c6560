package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/diag"
	"heddle/isa"
	"heddle/kernels/gemm"
	"heddle/num"
)

// gemmFlags select the matrix multiplication and its inputs.
type gemmFlags struct {
	target                 target
	m, n, k, batch         int64
	dtype, aType, bType    string
	out, layout, act       string
	lda, ldb, ldc, ldd     int64
	strideA, strideB       int64
	strideC, strideD       int64
	alpha, beta, scale     float64
	splitK                 int64
	a, b, c, bias, swizzle string
	aScale, bScale         string
	tiles                  tileFlags

	// Only for run.
	seed          uint64
	d, workgroups string
}

// The default problem takes about a second, on the newest chip, which has every
// type.
const (
	defaultSize   = 1024
	defaultType   = "bf16"
	defaultLayout = "nt"
)

// randomBias is --bias without a file.
const randomBias = "random"

// inputTypes are the values of --dtype.
var inputTypes = []string{"f16", "bf16", "f32", "f64", "fp8", "bf8", "i8", "mxfp8", "mxfp6", "mxfp4"}

// outputTypes are the values of --out.
var outputTypes = []string{"f32", "f16", "bf16", "f64", "i32", "fp8"}

// activations are the values of --act, and what they mean.
var activations = map[string]gemm.Activation{
	"none": gemm.None, "relu": gemm.ReLU, "gelu": gemm.GELU, "gelu-tanh": gemm.GELU, "gelu-erf": gemm.GELUErf, "silu": gemm.SiLU,
}

// activationNames are those of activations, in the order of help.
const activationNames = "none, relu, gelu (gelu-tanh), gelu-erf, silu"

// activationValues are those of --act.
func activationValues() []string {
	return strings.FieldsFunc(activationNames, func(r rune) bool { return strings.ContainsRune(" ,()", r) })
}

// add adds the flags to a command.
func (f *gemmFlags) add(cmd *cobra.Command) {
	if err := f.target.Set(arch.Chips[len(arch.Chips)-1].Name); err != nil {
		panic("BUG: " + err.Error())
	}
	f.target.flag(cmd, "the target")
	flags := cmd.Flags()
	for _, x := range []struct {
		name, short string
		to          *int64
		value       int64
		usage       string
	}{
		{"m", "m", &f.m, defaultSize, "rows of D"}, {"n", "n", &f.n, defaultSize, "columns of D"}, {"k", "k", &f.k, defaultSize, "elements summed: columns of A, rows of B"},
		{"batch", "", &f.batch, 1, "number of independent matrix multiplications"},
		{"lda", "", &f.lda, 0, "leading dimension of A: elements from one stored row to the next"}, {"ldb", "", &f.ldb, 0, "leading dimension of B"},
		{"ldc", "", &f.ldc, 0, "leading dimension of C"}, {"ldd", "", &f.ldd, 0, "leading dimension of D"},
		{"stride-a", "", &f.strideA, 0, "elements from one batch of A to the next; 0 uses one A for all batches"}, {"stride-b", "", &f.strideB, 0, "elements from one batch of B to the next"},
		{"stride-c", "", &f.strideC, 0, "elements from one batch of C to the next"}, {"stride-d", "", &f.strideD, 0, "elements from one batch of D to the next"},
	} {
		flags.Int64VarP(x.to, x.name, x.short, x.value, x.usage)
		if x.value == 0 {
			flags.Lookup(x.name).DefValue = "0" // not shown: without gaps
		}
	}
	flags.StringVar(&f.dtype, "dtype", defaultType, "`TYPE` of A and B: "+strings.Join(inputTypes, " "))
	flags.StringVar(&f.aType, "a-type", "", "`TYPE` of A, if A and B differ")
	flags.StringVar(&f.bType, "b-type", "", "`TYPE` of B, if A and B differ")
	flags.StringVar(&f.out, "out", "", "`TYPE` of C and D: "+strings.Join(outputTypes, " ")+" (default: depends on the type of A)")
	flags.StringVar(&f.layout, "layout", defaultLayout, "layout of A and B: nn, nt, tn or tt; n stores A as MxK and B as KxN, t stores A as KxM and B as NxK")
	flags.Float64Var(&f.alpha, "alpha", 1, "factor of A*B")
	flags.Float64Var(&f.beta, "beta", 0, "factor of C; C is read only if it is not 0")
	flags.Float64Var(&f.scale, "scale", 1, "factor of the result, after the activation")
	flags.StringVar(&f.bias, "bias", "", "add a vector of N elements to every row: from `FILE.npy`, or random")
	flags.Lookup("bias").NoOptDefVal = randomBias
	flags.StringVar(&f.act, "act", "none", "activation: "+activationNames)
	group(cmd, groupProblem)
	flags.Int64Var(&f.splitK, "split-k", 0, "split the sum over K into this many parts, which are added in order (default: chosen)")
	flags.Lookup("split-k").DefValue = "0"
	flags.StringVar(&f.swizzle, "cache-swizzle", string(gemm.SwizzleAuto), "cache swizzle of the buffer resources: auto, on, off")
	f.tiles.add(cmd)
	group(cmd, groupTiles)
	flags.StringVar(&f.a, "a", "", "read A, as stored, from `FILE.npy`; sizes and type not given by flags are taken from it")
	flags.StringVar(&f.b, "b", "", "read B from `FILE.npy`, like A")
	group(cmd, groupData)
	for flag, values := range map[string][]string{"dtype": inputTypes, "a-type": inputTypes, "b-type": inputTypes, "out": outputTypes,
		"layout": {"nn", "nt", "tn", "tt"}, "act": activationValues(), "cache-swizzle": {"auto", "on", "off"}} {
		completed(cmd, flag, values)
	}
}

// addData adds the flags for data that only a run needs.
func (f *gemmFlags) addData(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.c, "c", "", "read C from `FILE.npy`")
	flags.StringVar(&f.aScale, "a-scale", "", "read the scales of A (mx types) from `FILE.npy`")
	flags.StringVar(&f.bScale, "b-scale", "", "read the scales of B (mx types) from `FILE.npy`")
	flags.StringVar(&f.d, "d", "", "write D to `FILE.npy`")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of random inputs")
	group(cmd, groupData)
	flags.StringVar(&f.workgroups, "workgroups", "", "workgroups to execute: all, corners, random:N, or a list of linear ids such as 0,7,9-12 (default: depends on the size)")
	group(cmd, groupSimulation)
}

// noArguments checks that a command gets flags only.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes flags only: unexpected %q\nUsage: %s", cmd.CommandPath(), args[0], cmd.UseLine())
	}
	return nil
}

// problem makes the problem from the flags and the files. All its errors are about
// flags.
func (f *gemmFlags) problem(cmd *cobra.Command, files *gemmFiles) (*gemm.Problem, error) {
	given := cmd.Flags().Changed
	if err := f.infer(given, files); err != nil {
		return nil, err
	}
	for _, x := range []struct {
		name  string
		value int64
	}{{"lda", f.lda}, {"ldb", f.ldb}, {"ldc", f.ldc}, {"ldd", f.ldd}, {"batch", f.batch}, {"split-k", f.splitK}} {
		if given(x.name) && x.value < 1 {
			return nil, usagef("--%s: %d is less than 1", x.name, x.value)
		}
	}
	p := &gemm.Problem{
		Chip: f.target.chip, M: f.m, N: f.n, K: f.k, Batch: f.batch,
		LDA: f.lda, LDB: f.ldb, LDC: f.ldc, LDD: f.ldd,
		Alpha: f.alpha, Beta: f.beta, Scale: f.scale,
		Bias: f.bias != "", SplitK: f.splitK,
	}
	if err := f.names(p, given); err != nil {
		return nil, err
	}
	for _, x := range []struct {
		name  string
		value int64
		to    *int64
	}{{"stride-a", f.strideA, &p.StrideA}, {"stride-b", f.strideB, &p.StrideB}, {"stride-c", f.strideC, &p.StrideC}, {"stride-d", f.strideD, &p.StrideD}} {
		switch {
		case x.value < 0:
			return nil, usagef("--%s: %d is negative; need 0, for one matrix shared by all batches, or more", x.name, x.value)
		case x.value > 0:
			*x.to = x.value
		case given(x.name) && p.Batch > 1:
			*x.to = gemm.SharedStride
		}
	}
	if f.scale == 0 {
		return nil, usagef("--scale: 0 makes every result 0; need another number")
	}
	if err := p.Normalize(); err != nil {
		return nil, inFlags(err)
	}
	return p, f.checkFiles(p, files, given)
}

// names resolves the names of types, layouts and activations.
func (f *gemmFlags) names(p *gemm.Problem, given func(string) bool) error {
	if given("dtype") && (f.aType != "" || f.bType != "") {
		return usagef("--dtype: it sets the types of both A and B; give either it, or --a-type and --b-type")
	}
	a, b := f.types()
	for _, x := range []struct {
		flag, name string
		to         **gemm.Type
	}{{"a-type", a, &p.A}, {"b-type", b, &p.B}, {"out", f.out, &p.Out}} {
		if x.name == "" {
			continue
		}
		if x.flag != "out" && f.aType == "" && f.bType == "" {
			x.flag = "dtype"
		}
		t, err := gemm.TypeByName(x.name)
		if err != nil {
			names := inputTypes
			if x.flag == "out" {
				names = outputTypes
			}
			near := isa.Nearest(num.TypeName(strings.ToLower(x.name)), names, 1)
			if slices.Contains(names, "mx"+x.name) {
				near = []string{"mx" + x.name}
			}
			return usagef("--%s: unknown type %q; need %s%s", x.flag, x.name, strings.Join(names, ", "), diag.DidYouMean(near))
		}
		*x.to = t
	}
	var err error
	if p.Layout, err = gemm.ParseLayout(f.layout); err != nil {
		return usagef("--layout: %w", err)
	}
	act, ok := activations[f.act]
	if !ok {
		return usagef("--act: unknown activation %q; need %s%s", f.act, activationNames, diag.DidYouMean(isa.Nearest(f.act, activationValues(), 1)))
	}
	p.Act = act
	p.CacheSwizzle = gemm.CacheSwizzle(f.swizzle)
	return nil
}

// types are the names of the types of A and B.
func (f *gemmFlags) types() (a, b string) {
	switch {
	case f.aType != "" && f.bType != "":
		return f.aType, f.bType
	case f.aType != "":
		return f.aType, f.aType
	case f.bType != "":
		return f.bType, f.bType
	}
	return f.dtype, f.dtype
}
