package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/arch"
	"heddle/diag"
	"heddle/isa"
)

// rootCommand builds the command tree.
func rootCommand(s *streams) *cobra.Command {
	var products []string
	for _, c := range arch.Chips {
		products = append(products, c.Name+" ("+c.Product+")")
	}
	root := &cobra.Command{
		Use:   "heddle",
		Short: "A toolchain for AMD " + strings.Join(arch.Names(), " and ") + " GPU kernels",
		Long: `heddle compiles MLIR and matrix multiplications (GEMM), assembles, disassembles,
inspects and simulates kernels for AMD GPUs: ` + strings.Join(products, " and ") + `.

Exit codes: 0 success; 1 the input was rejected or a check failed; 2 wrong
usage; 3 a bug in heddle.`,
		Example: `  heddle run gemm -m 4096 -n 4096 -k 4096 --check all
  heddle build kernel.mlir --mcpu gfx950
  heddle asm kernel.s -o kernel.hsaco
  heddle objdump -d kernel.hsaco`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		Version:       readVersion().short(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			cmd.SetOut(s.err)
			if err := cmd.Help(); err != nil {
				return err
			}
			return usagef("no command given")
		},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	root.AddCommand(asmCommand(s), buildCommand(s), diffCommand(s), disasmCommand(s), objdumpCommand(s), isaCommand(s), layoutCommand(s), ldsCommand(s), mlirCommand(s), newCommand(s), runCommand(s), tileCommand(s), timeCommand(s), traceCommand(s), versionCommand(s), vetCommand(s))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.RunE, c.Run = helpFor(root), nil
		case "completion":
			c.Args, c.RunE = cobra.ArbitraryArgs, needShell
		}
	}
	s.watch(root)
	return root
}

// watch makes c and its subcommands set s.started when they start to run.
func (s *streams) watch(c *cobra.Command) {
	if runE := c.RunE; runE != nil {
		c.RunE = func(cmd *cobra.Command, args []string) error {
			s.started = true
			return runE(cmd, args)
		}
	}
	for _, sub := range c.Commands() {
		s.watch(sub)
	}
}

// needShell is the completion command without a shell: an error that lists the shells.
func needShell(cmd *cobra.Command, args []string) error {
	var shells []string
	for _, c := range cmd.Commands() {
		shells = append(shells, c.Name())
	}
	return usagef("%s needs one of %s", cmd.CommandPath(), strings.Join(shells, ", "))
}

// helpFor is the help command; unlike cobra's own, it fails for an unknown command.
func helpFor(root *cobra.Command) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		c, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return unknownCommand(root, strings.Join(args, " "))
		}
		c.InitDefaultHelpFlag()
		return c.Help()
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	return usagef("unknown command %q%s\nRun 'heddle --help' for the commands.", name, diag.DidYouMean(root.SuggestionsFor(name)))
}

// flagError returns the error for a flag that cannot be parsed.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var lacking *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		err = fmt.Errorf("unknown flag %s%s", dashed(unknown.GetSpecifiedName()), diag.DidYouMean(similarFlags(cmd, unknown.GetSpecifiedName())))
	case errors.As(err, &invalid):
		err = badValue(invalid)
	case errors.As(err, &lacking):
		name := dashed(lacking.GetSpecifiedName())
		if f := lacking.GetFlag(); f != nil && f.Shorthand == "" {
			name = "--" + f.Name
		}
		err = fmt.Errorf("%s needs a value", name)
	}
	return usagef("%w (see '%s --help')", err, cmd.CommandPath())
}

// dashed is a flag as written on the command line.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// fieldFlags maps fields of packages launch, gemm and attention to flags whose names differ.
var fieldFlags = map[diag.Field]string{
	"target": "mcpu", "Chip": "mcpu", "Schedule": "loop", "Direct": "load", "Waves": "wave-split", "A": "a-type", "B": "b-type", "A, B": "dtype", "SplitK": "split-k", "StreamK": "stream-k", "Splits": "num-splits", "Reduce": "reduce", "CacheSwizzle": "cache-swizzle",
	"StrideA": "stride-a", "StrideB": "stride-b", "StrideC": "stride-c", "StrideD": "stride-d",
	"In": "dtype", "KVHeads": "kv-heads", "SeqQ": "seqlen-q", "SeqK": "seqlen-k", "HeadDim": "head-dim", "HeadDimV": "head-dim-v", "CuSeqQ": "cu-seqlens", "CuSeqK": "cu-seqlens-k",
	"DescaleQ": "descale-q", "DescaleK": "descale-k", "DescaleV": "descale-v", "StridesQ": "strides-q", "StridesK": "strides-k", "StridesV": "strides-v", "StridesO": "strides-o",
}

// inFlags replaces field names in an error by flags.
func inFlags(err error) error {
	var e *diag.FieldError
	if !errors.As(err, &e) {
		return err
	}
	text := errors.New(e.Text(func(field diag.Field) string {
		if flag, ok := fieldFlags[field]; ok {
			return dashed(flag)
		}
		flags := strings.Split(string(field), ", ")
		for i, name := range flags {
			flag, ok := fieldFlags[diag.Field(name)]
			if !ok {
				flag = strings.ToLower(name)
			}
			flags[i] = dashed(flag)
		}
		return strings.Join(flags, ", ")
	}))
	if e.Usage {
		return usageError{text}
	}
	return text
}

// badValue says what value a flag accepts.
func badValue(e *pflag.InvalidValueError) error {
	name := dashed(e.GetFlag().Name)
	want := ""
	switch kind := e.GetFlag().Value.Type(); {
	case errors.Is(e, strconv.ErrRange):
		return fmt.Errorf("%s: %s is out of range", name, e.GetValue())
	case strings.HasPrefix(kind, "int"):
		want = "a whole number"
	case strings.HasPrefix(kind, "uint"):
		want = "a whole number that is not negative"
	case strings.HasPrefix(kind, "float"):
		want = "a number"
	case kind == "bool":
		want = "true or false"
	default:
		return fmt.Errorf("%s: %w", name, e.Unwrap())
	}
	return fmt.Errorf("%s: %q is not %s", name, e.GetValue(), want)
}

func similarFlags(cmd *cobra.Command, name string) []string {
	var all []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
	var found []string
	for _, n := range isa.Nearest(name, all, 2) {
		found = append(found, "--"+n)
	}
	return found
}

// normalizeArgs adds the second dash to long flags written with one, as LLVM's
// tools accept them (-mcpu=gfx950, -show-encoding), and joins flags whose value
// is optional with the argument that follows: --bias b.npy becomes --bias=b.npy.
func normalizeArgs(root *cobra.Command, args []string) []string {
	var long, optional []string
	collect := func(f *pflag.Flag) {
		if len(f.Name) > 1 {
			long = append(long, f.Name)
		}
		if f.NoOptDefVal != "" && f.Value.Type() == "string" {
			optional = append(optional, "--"+f.Name)
		}
	}
	all := []*cobra.Command{root}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Commands()...)
		all[i].Flags().VisitAll(collect)
	}
	out := slices.Clone(args)
	for i, arg := range out {
		if arg == "--" {
			break
		}
		if len(arg) < 3 || arg[0] != '-' || arg[1] == '-' {
			continue
		}
		if name, _, _ := strings.Cut(arg[1:], "="); slices.Contains(long, name) {
			out[i] = "-" + arg
		}
	}
	for i := 0; i+1 < len(out) && out[i] != "--"; i++ {
		if slices.Contains(optional, out[i]) && !strings.HasPrefix(out[i+1], "-") {
			out[i] += "=" + out[i+1]
			out = slices.Delete(out, i+1, i+2)
		}
	}
	return out
}

// atMostOne returns an error if more than one of the flags is given.
func atMostOne(cmd *cobra.Command, flags ...string) error {
	var given []string
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return usagef("%s takes only one of %s", cmd.CommandPath(), strings.Join(given, ", "))
	}
	return nil
}

// exactly checks that a command gets n arguments; what names them.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return usagef("%s needs %s\nUsage: %s", cmd.CommandPath(), what, cmd.UseLine())
		case len(args) > n:
			return usagef("%s takes only %s: unexpected %q\nUsage: %s", cmd.CommandPath(), what, args[n], cmd.UseLine())
		}
		return nil
	}
}
