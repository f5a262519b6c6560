package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"heddle/hsaco"
)

// writeKernels prints the descriptors and metadata of the kernels of o.
func writeKernels(w io.Writer, o *hsaco.Object) error {
	for i, k := range o.Kernels {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := writeKernel(w, o, k); err != nil {
			return err
		}
	}
	return nil
}

// kernelRow is one line of a kernel's table: a value in the descriptor and in the
// metadata.
type kernelRow struct {
	name       string
	descriptor string
	metadata   func(m *hsaco.KernelMetadata) string
}

func writeKernel(w io.Writer, o *hsaco.Object, k *hsaco.Kernel) error {
	fmt.Fprintf(w, "kernel %s\n", k.Name)
	fmt.Fprintf(w, "  code %#x, %d bytes; descriptor %s at %#x\n", k.Addr, len(k.Code), k.Symbol.Name, k.DescriptorAddr)
	t := newTable(w)
	fmt.Fprintf(t, "  \tdescriptor\tmetadata\n")
	for _, r := range kernelRows(o, k) {
		meta := "-"
		if k.Metadata != nil {
			meta = r.metadata(k.Metadata)
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\n", r.name, r.descriptor, meta)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	writePreloads(w, "user SGPRs", k.Descriptor.UserSGPRs())
	writePreloads(w, "system SGPRs", k.Descriptor.SystemSGPRs())
	if k.Metadata == nil || len(k.Metadata.Args) == 0 {
		return nil
	}
	fmt.Fprintf(w, "  arguments\n")
	fmt.Fprintf(t, "    offset\tsize\tkind\tname\ttype\taddress space\taccess\n")
	for _, a := range k.Metadata.Args {
		fmt.Fprintf(t, "    %d\t%d\t%s\t%s\t%s\t%s\t%s\n", a.Offset, a.Size,
			orDash(a.ValueKind), orDash(a.Name), orDash(a.TypeName), orDash(a.AddressSpace), orDash(argAccess(&a)))
	}
	return t.Flush()
}

func kernelRows(o *hsaco.Object, k *hsaco.Kernel) []kernelRow {
	d := &k.Descriptor
	vgprs, agprs := vectorRegisters(o, k)
	num := func(f func(*hsaco.KernelMetadata) int) func(*hsaco.KernelMetadata) string {
		return func(m *hsaco.KernelMetadata) string { return strconv.Itoa(f(m)) }
	}
	return []kernelRow{
		{"VGPRs", strconv.Itoa(vgprs), num(func(m *hsaco.KernelMetadata) int { return m.VGPRCount })},
		{"AGPRs", strconv.Itoa(agprs), num(func(m *hsaco.KernelMetadata) int { return m.AGPRCount })},
		{"SGPRs", strconv.Itoa(d.SGPRs(o.Chip)), num(func(m *hsaco.KernelMetadata) int { return m.SGPRCount })},
		{"VGPRs spilled", "-", num(func(m *hsaco.KernelMetadata) int { return m.VGPRSpillCount })},
		{"SGPRs spilled", "-", num(func(m *hsaco.KernelMetadata) int { return m.SGPRSpillCount })},
		{"LDS bytes", fmt.Sprint(d.GroupSegmentFixedSize), num(func(m *hsaco.KernelMetadata) int { return m.GroupSegmentFixedSize })},
		{"scratch bytes", fmt.Sprint(d.PrivateSegmentFixedSize), num(func(m *hsaco.KernelMetadata) int { return m.PrivateSegmentFixedSize })},
		{"dynamic stack", yesNo(d.DynamicStack), func(m *hsaco.KernelMetadata) string { return yesNo(m.UsesDynamicStack) }},
		{"kernarg bytes", fmt.Sprint(d.KernargSize), num(func(m *hsaco.KernelMetadata) int { return m.KernargSegmentSize })},
		{"kernarg alignment", "-", num(func(m *hsaco.KernelMetadata) int { return m.KernargSegmentAlign })},
		{"kernarg preload", preloadText(d), func(*hsaco.KernelMetadata) string { return "-" }},
		{"wave size", strconv.Itoa(o.Chip.WaveSize), num(func(m *hsaco.KernelMetadata) int { return m.WavefrontSize })},
		{"max workgroup size", "-", num(func(m *hsaco.KernelMetadata) int { return m.MaxFlatWorkgroupSize })},
		{"required workgroup", "-", func(m *hsaco.KernelMetadata) string { return dimensions(m.ReqdWorkgroupSize) }},
		{"work-item ids", [...]string{"x", "x y", "x y z", "?"}[d.VGPRWorkitemID&3], func(*hsaco.KernelMetadata) string { return "-" }},
		{"float modes", fmt.Sprintf("round %d %d, denorm %d %d", d.RoundMode32, d.RoundMode1664, d.DenormMode32, d.DenormMode1664),
			func(*hsaco.KernelMetadata) string { return "-" }},
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func preloadText(d *hsaco.Descriptor) string {
	if d.PreloadLength == 0 {
		return "-"
	}
	return fmt.Sprintf("%d dwords from %d", d.PreloadLength, d.PreloadOffset)
}

func dimensions(n []int) string {
	if len(n) == 0 {
		return "-"
	}
	text := make([]string, len(n))
	for i, v := range n {
		text[i] = strconv.Itoa(v)
	}
	return strings.Join(text, "x")
}

func writePreloads(w io.Writer, title string, all []hsaco.PreloadedSGPRs) {
	if len(all) == 0 {
		return
	}
	var text []string
	for _, p := range all {
		text = append(text, p.Name+" "+registerRange(p.First, p.Count))
	}
	fmt.Fprintf(w, "  %s: %s\n", title, strings.Join(text, ", "))
}

func registerRange(first, n int) string {
	if n == 1 {
		return fmt.Sprintf("s%d", first)
	}
	return fmt.Sprintf("s[%d:%d]", first, first+n-1)
}

func argAccess(a *hsaco.Arg) string {
	var words []string
	for _, w := range []struct {
		on   bool
		name string
	}{
		{a.Access != "", a.Access}, {a.IsConst, "const"}, {a.IsRestrict, "restrict"},
		{a.IsVolatile, "volatile"}, {a.IsPipe, "pipe"},
	} {
		if w.on {
			words = append(words, w.name)
		}
	}
	return strings.Join(words, " ")
}
