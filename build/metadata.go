package build

import (
	"fmt"

	"heddle/codegen"
	"heddle/hsaco"
)

// hidden is a hidden argument of code object v5 and later: offset from the first multiple of 8
// after the explicit arguments (LLVM AMDGPU usage, "Code Object V5 Kernel Argument Metadata").
type hidden struct {
	kind         string
	offset, size int
}

var hiddenArgs = []hidden{
	{"hidden_block_count_x", 0, 4}, {"hidden_block_count_y", 4, 4}, {"hidden_block_count_z", 8, 4},
	{"hidden_group_size_x", 12, 2}, {"hidden_group_size_y", 14, 2}, {"hidden_group_size_z", 16, 2},
	{"hidden_remainder_x", 18, 2}, {"hidden_remainder_y", 20, 2}, {"hidden_remainder_z", 22, 2},
	{"hidden_grid_dims", 64, 2},
	{printfBuffer, 72, 8},
	{"hidden_dynamic_lds_size", 120, 4},
}

// printfBuffer is the hidden argument that only kernels that print have.
const printfBuffer = "hidden_printf_buffer"

// hiddenBytes is the size of the hidden arguments.
const hiddenBytes = 256

func text(s string) hsaco.Node { return hsaco.Node{Kind: hsaco.NodeString, Str: s} }

func number(n int) hsaco.Node { return hsaco.Node{Kind: hsaco.NodeUint, Num: uint64(n)} }

func list(items ...hsaco.Node) hsaco.Node { return hsaco.Node{Kind: hsaco.NodeArray, Items: items} }

// metadata describes the kernels to the runtime.
func (r *Result) metadata() *hsaco.Document {
	var kernels []hsaco.Node
	for _, k := range r.Kernels {
		kernels = append(kernels, r.kernelMetadata(k))
	}
	items := []hsaco.Node{
		text("amdhsa.version"), list(number(1), number(2)),
		text("amdhsa.target"), text(r.target()),
		text("amdhsa.kernels"), list(kernels...)}
	if formats := r.printf(); len(formats) > 0 {
		items = append(items, text("amdhsa.printf"), list(formats...))
	}
	return &hsaco.Document{Root: hsaco.NewMap(items...)}
}

// printf are the format strings of all kernels with their hashes, as LLVM has them for HIP.
func (r *Result) printf() []hsaco.Node {
	var lines []hsaco.Node
	seen := map[string]bool{}
	for _, k := range r.Kernels {
		for _, format := range k.Printf {
			if !seen[format] {
				seen[format] = true
				lines = append(lines, text(fmt.Sprintf("0:0:%016x,%s", codegen.PrintfHash(format), format)))
			}
		}
	}
	return lines
}

func (r *Result) kernelMetadata(k *Kernel) hsaco.Node {
	items := []hsaco.Node{
		text(".name"), text(k.Name),
		text(".symbol"), text(k.Name + ".kd"),
		text(".kernarg_segment_size"), number(kernargBytes(k)),
		text(".kernarg_segment_align"), number(8),
		text(".group_segment_fixed_size"), number(k.Func.LDSBytes),
		text(".private_segment_fixed_size"), number(k.Func.ScratchBytes),
		text(".wavefront_size"), number(r.Chip.WaveSize),
		text(".sgpr_count"), number(k.Code.SGPRs + r.Chip.ExtraSGPRs),
		text(".vgpr_count"), number(k.Code.NextFreeVGPR()),
		text(".agpr_count"), number(k.Code.AGPRs),
		text(".sgpr_spill_count"), number(k.Func.Spills.SGPRs),
		text(".vgpr_spill_count"), number(k.Func.Spills.VGPRs),
		text(".max_flat_workgroup_size"), number(k.Func.WorkgroupSize),
		text(".args"), list(arguments(k)...),
	}
	if k.Block != [3]uint32{} {
		items = append(items, text(".reqd_workgroup_size"), sizes(k.Block))
	}
	if k.Grid != [3]uint32{} {
		items = append(items, text(hsaco.KnownGridKey), sizes(k.Grid))
	}
	return hsaco.NewMap(items...)
}

func sizes(v [3]uint32) hsaco.Node {
	return list(number(int(v[0])), number(int(v[1])), number(int(v[2])))
}

// arguments describes the kernel's arguments. The type is the parameter's MLIR type, for whoever
// launches the kernel: loaders ignore it.
func arguments(k *Kernel) []hsaco.Node {
	var args []hsaco.Node
	for _, p := range k.Params {
		items := []hsaco.Node{text(".name"), text(p.Name), text(".type_name"), text(p.Type.String()), text(".offset"), number(p.Offset), text(".size"), number(p.Bytes), text(".value_kind"), text("by_value")}
		if p.Pointer {
			items[len(items)-1] = text("global_buffer")
			items = append(items, text(".address_space"), text("global"))
		}
		args = append(args, hsaco.NewMap(items...))
	}
	if k.Hidden {
		for _, h := range hiddenArgs {
			if h.kind == printfBuffer && len(k.Printf) == 0 {
				continue
			}
			args = append(args, hsaco.NewMap(text(".offset"), number(align8(k.KernargBytes)+h.offset), text(".size"), number(h.size), text(".value_kind"), text(h.kind)))
		}
	}
	return args
}
