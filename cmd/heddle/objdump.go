package main

import (
	"bufio"
	"debug/elf"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/launch"
)

func objdumpCommand(s *streams) *cobra.Command {
	var of target
	var disassemble, lines, source, kernels, link, asJSON bool
	cmd := &cobra.Command{
		Use:   "objdump FILE.hsaco",
		Short: "Show the contents of a code object",
		Long: `objdump reads a code object, an offload bundle or a host program that contains a
bundle, and prints a summary, or what the flags select:

-d         the code, as llvm-objdump -d prints it; with -l also the source lines of
           code compiled with -g
--asm      an assembly file that 'heddle asm' assembles to the same code object
--kernels  the descriptor and the metadata of each kernel

A relocatable object (clang -c) is shown with offsets in its sections, as
llvm-objdump shows it; with --link it is linked first, as 'heddle run' and
ld.lld -shared do. From a bundle with several code objects, --mcpu picks one.`,
		Example: `  heddle objdump -d kernel.hsaco
  heddle objdump --asm kernel.hsaco > kernel.s`,
		Args: exactly(1, "a FILE, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atMostOne(cmd, "disassemble", "asm", "kernels"); err != nil {
				return err
			}
			if lines && (!disassemble || asJSON) {
				return usagef("%s: --line-numbers is for --disassemble as text", cmd.CommandPath())
			}
			b, err := s.readInput(args[0])
			if err != nil {
				return err
			}
			name := args[0]
			if name == "-" {
				name = stdinName
			}
			o, err := hsaco.Open(b, of.text)
			if err == nil && link {
				o, err = o.Linked()
			}
			if err != nil {
				return launch.FileError(name, err)
			}
			switch {
			case disassemble && asJSON:
				return s.write(func(w *bufio.Writer) error { return writeCodeJSON(w, o, name) })
			case lines:
				table, err := o.Lines()
				if err != nil {
					return launch.FileError(name, err)
				}
				return s.write(func(w *bufio.Writer) error { return asm.WriteDisassemblyLines(w, o, name, table) })
			case disassemble:
				return s.write(func(w *bufio.Writer) error { return asm.WriteDisassembly(w, o, name) })
			case source && asJSON:
				return s.writeSourceJSON(o, name)
			case source:
				return s.write(func(w *bufio.Writer) error { return asm.WriteSource(w, o) })
			case asJSON:
				return s.writeJSON(describeObject(o, name))
			case kernels:
				return s.write(func(w *bufio.Writer) error { return writeKernels(w, o) })
			}
			return s.write(func(w *bufio.Writer) error { return writeSummary(w, o, name) })
		},
	}
	of.flag(cmd, "the code object to pick from a bundle")
	flags := cmd.Flags()
	flags.BoolVarP(&disassemble, "disassemble", "d", false, "disassemble the code")
	flags.BoolVarP(&lines, "line-numbers", "l", false, "with -d: print the source line of instructions")
	flags.BoolVar(&source, "asm", false, "print an assembly file that assembles to the same code object")
	flags.BoolVar(&link, "link", false, "link a relocatable object first")
	flags.BoolVar(&kernels, "kernels", false, "print the descriptors and metadata of the kernels")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// writeSummary prints the kind of object, its sections and its kernels.
func writeSummary(w io.Writer, o *hsaco.Object, name string) error {
	fmt.Fprintf(w, "%s: %s, code object version %d, %s\n", name, targetName(o), o.Version, objectType(o))
	fmt.Fprintf(w, "\nsections\n")
	t := newTable(w)
	fmt.Fprintf(t, "  name\taddress\toffset\tsize\talign\tflags\n")
	for _, sec := range o.Sections {
		if sec.Index == 0 {
			continue
		}
		fmt.Fprintf(t, "  %s\t%#x\t%#x\t%#x\t%d\t%s\n", sec.Name, sec.Addr, sec.Offset, sec.Size, sec.Align, orDash(sectionFlags(sec)))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nkernels\n")
	t = newTable(w)
	fmt.Fprintf(t, "  name\tVGPRs\tAGPRs\tSGPRs\tLDS\tscratch\tkernarg\tcode\n")
	for _, k := range o.Kernels {
		d := &k.Descriptor
		vgprs, agprs := vectorRegisters(o, k)
		fmt.Fprintf(t, "  %s\t%d\t%d\t%d\t%d\t%d\t%s\t%#x+%#x\n", k.Name, vgprs, agprs, d.SGPRs(o.Chip),
			d.GroupSegmentFixedSize, d.PrivateSegmentFixedSize, kernargText(k), k.Addr, len(k.Code))
	}
	return t.Flush()
}

// kernargText is the size of a kernel's arguments: that of the metadata, which a loader goes by, and
// the descriptor's if it is another.
func kernargText(k *hsaco.Kernel) string {
	n := int(k.Descriptor.KernargSize)
	if k.Metadata == nil || k.Metadata.KernargSegmentSize == n {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d (descriptor: %d)", k.Metadata.KernargSegmentSize, n)
}

// orDash fills an empty cell of a table.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func newTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 8, 2, ' ', 0) }

// targetName is the target id of o.
func targetName(o *hsaco.Object) string {
	return o.Chip.Name + featureText(":sramecc", o.SRAMECC) + featureText(":xnack", o.XNACK)
}

func featureText(name string, f hsaco.Feature) string {
	return [...]string{hsaco.FeatureAny: "", hsaco.FeatureOff: name + "-", hsaco.FeatureOn: name + "+"}[f]
}

func objectType(o *hsaco.Object) string {
	if o.Type == elf.ET_REL {
		return "relocatable"
	}
	return "shared object"
}

func sectionFlags(s *hsaco.ObjectSection) string {
	var b strings.Builder
	for _, f := range []struct {
		flag elf.SectionFlag
		name byte
	}{
		{elf.SHF_WRITE, 'W'}, {elf.SHF_ALLOC, 'A'}, {elf.SHF_EXECINSTR, 'X'}, {elf.SHF_MERGE, 'M'},
		{elf.SHF_STRINGS, 'S'}, {elf.SHF_COMPRESSED, 'C'},
	} {
		if s.Flags&f.flag != 0 {
			b.WriteByte(f.name)
		}
	}
	return b.String()
}

// vectorRegisters splits the unified registers of a wave at the first AGPR.
func vectorRegisters(o *hsaco.Object, k *hsaco.Kernel) (vgprs, agprs int) {
	all := k.Descriptor.UnifiedVGPRs(o.Chip)
	vgprs = min(k.Descriptor.FirstAGPR(), all)
	return vgprs, all - vgprs
}
