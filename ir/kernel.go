package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kernel is a function that can be launched.
type Kernel struct {
	Name string
	Op   *Operation
	// Block is the size of a workgroup that the kernel states; zeros if it states none.
	Block [3]uint32
}

// Kernels lists the entries of a module: gpu.func with gpu.kernel, and func.func
// that is not private and has a body and no results, in the module itself or in
// modules inside.
func Kernels(m *Module) []Kernel {
	var found []Kernel
	var visit func(op *Operation, prefix string)
	visit = func(op *Operation, prefix string) {
		for _, r := range op.Regions {
			for _, b := range r.Blocks {
				for _, o := range b.Ops {
					name := prefix + o.StringAttr("sym_name")
					switch {
					case isKernel(o):
						found = append(found, Kernel{name, o, StatedBlock(o)})
					case o.Decl.Is(HasSymbols):
						if o.StringAttr("sym_name") != "" {
							visit(o, name+"::")
						} else {
							visit(o, prefix)
						}
					}
				}
			}
		}
	}
	visit(m.Op, "")
	return found
}

// ParamNames names the parameters of a kernel for those who launch it: by the names of their locations,
// loc("x"), where those are words and all different, or else arg0, arg1 and so on.
func ParamNames(fn *Operation) []string {
	names := make([]string, len(FunctionTypeOf(fn).Inputs))
	taken := map[string]bool{}
	unique := true
	for i := range names {
		names[i] = fmt.Sprintf("arg%d", i)
		if at, is := fn.Regions[0].Entry().Args[i].Loc.(*NameLoc); is && isWord(at.Name) {
			names[i] = at.Name
		}
		unique = unique && !taken[names[i]]
		taken[names[i]] = true
	}
	if !unique {
		for i := range names {
			names[i] = fmt.Sprintf("arg%d", i)
		}
	}
	return names
}

// isWord reports whether a name is one of most languages: letters, digits and underscores.
func isWord(name string) bool {
	for i, c := range []byte(name) {
		switch letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'; {
		case letter, i > 0 && c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return name != ""
}

func isKernel(op *Operation) bool {
	if op.Name() == "gpu.func" {
		return op.HasAttr("gpu.kernel")
	}
	t := FunctionTypeOf(op)
	return op.Name() == "func.func" && op.StringAttr("sym_visibility") != "private" && op.Regions[0].Entry() != nil && t != nil && len(t.Results) == 0
}

// FindKernel finds a kernel by its name, with or without the modules around it; without a name, the
// only kernel. A gpu.func is preferred to a func.func.
func FindKernel(m *Module, name string) (*Kernel, error) {
	all := Kernels(m)
	var names []string
	var found, devices []*Kernel
	for i := range all {
		k := &all[i]
		names = append(names, k.Name)
		last := k.Name[strings.LastIndex(k.Name, ":")+1:]
		if name == k.Name {
			return k, nil
		}
		if name == "" || name == last {
			found = append(found, k)
			if k.Op.Name() == "gpu.func" {
				devices = append(devices, k)
			}
		}
	}
	if len(devices) > 0 {
		found = devices
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("the module has no kernel: no gpu.func with gpu.kernel, and no func.func that has a body and no results and is not private")
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("there are several kernels; choose one of %s", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("there is no kernel %q; the module has %s", name, strings.Join(names, ", "))
}

// StatedBlock returns the size of a workgroup that a kernel's attributes state, zeros if they state
// none (docs/mlir-abi.md).
func StatedBlock(op *Operation) (block [3]uint32) {
	sizes := op.Ints("known_block_size")
	if sizes == nil {
		sizes = op.Ints("gpu.known_block_size")
	}
	if a, ok := op.Attr("translation_info").(*OpaqueAttr); ok && sizes == nil {
		_, list, _ := strings.Cut(a.Body, "workgroup_size")
		list = strings.TrimLeft(list, " =[")
		list, _, _ = strings.Cut(list, "]")
		for _, s := range strings.Split(list, ",") {
			n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
			if err != nil {
				return block
			}
			sizes = append(sizes, n)
		}
	}
	if len(sizes) == 0 || len(sizes) > 3 {
		return block
	}
	block = [3]uint32{1, 1, 1}
	for i, n := range sizes {
		if n <= 0 || n >= 1<<31 {
			return [3]uint32{}
		}
		block[i] = uint32(n)
	}
	return block
}

// StatedWaves returns the number of waves that a kernel demands to fit a SIMD, 0 if it demands none:
// its attribute rocdl.waves_per_eu.
func StatedWaves(op *Operation) int { return int(min(op.IntAttr(wavesPerEU), math.MaxInt32)) }

// SelectKernels returns the kernels to compile: the one of that name, or all. If there are gpu.func
// kernels, only they count.
func SelectKernels(m *Module, name string) ([]Kernel, error) {
	if name != "" {
		k, err := FindKernel(m, name)
		if err != nil {
			return nil, err
		}
		return []Kernel{*k}, nil
	}
	all := Kernels(m)
	var devices []Kernel
	for _, k := range all {
		if k.Op.Name() == "gpu.func" {
			devices = append(devices, k)
		}
	}
	switch {
	case len(devices) > 0:
		return devices, nil
	case len(all) == 0:
		_, err := FindKernel(m, "")
		return nil, err
	}
	return all, nil
}
