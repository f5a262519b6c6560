package hsaco

import (
	"slices"
	"strings"
)

// metaRule describes the value that a key must have.
type metaRule struct {
	key      string
	required bool
	want     metaWant
	length   int        // of an array; 0: any
	values   []string   // that a string may have; nil: any
	fields   []metaRule // of a map, or of the maps in an array
}

// metaWant is a type that a rule requires.
type metaWant uint8

const (
	wantString metaWant = iota
	wantInteger
	wantBool
	wantIntegers // an array of them
	wantStrings
	wantMaps
)

// The rules are those of LLVM's verifier, found by passing it a value of each type for each key.
// Keys without a rule may have any value; of those that the compiler writes, these are .agpr_count,
// .kind and amdhsa.target.
var documentRules = []metaRule{
	{key: "amdhsa.version", required: true, want: wantIntegers, length: 2},
	{key: "amdhsa.printf", want: wantStrings},
	{key: "amdhsa.kernels", required: true, want: wantMaps, fields: kernelRules},
}

var kernelRules = []metaRule{
	{key: ".name", required: true, want: wantString},
	{key: ".symbol", required: true, want: wantString},
	{key: ".language", want: wantString, values: []string{"OpenCL C", "OpenCL C++", "HCC", "HIP", "OpenMP", "Assembler"}},
	{key: ".language_version", want: wantIntegers, length: 2},
	{key: ".args", want: wantMaps, fields: argRules},
	{key: ".reqd_workgroup_size", want: wantIntegers, length: 3},
	{key: ".workgroup_size_hint", want: wantIntegers, length: 3},
	{key: ".vec_type_hint", want: wantString},
	{key: ".device_enqueue_symbol", want: wantString},
	{key: ".kernarg_segment_size", required: true, want: wantInteger},
	{key: ".group_segment_fixed_size", required: true, want: wantInteger},
	{key: ".private_segment_fixed_size", required: true, want: wantInteger},
	{key: ".uses_dynamic_stack", want: wantBool},
	{key: ".workgroup_processor_mode", want: wantInteger},
	{key: ".kernarg_segment_align", required: true, want: wantInteger},
	{key: ".wavefront_size", required: true, want: wantInteger},
	{key: ".sgpr_count", required: true, want: wantInteger},
	{key: ".vgpr_count", required: true, want: wantInteger},
	{key: ".max_flat_workgroup_size", required: true, want: wantInteger},
	{key: ".sgpr_spill_count", want: wantInteger},
	{key: ".vgpr_spill_count", want: wantInteger},
	{key: ".uniform_work_group_size", want: wantInteger},
	{key: ".cluster_dims", want: wantIntegers, length: 3},
}

var argRules = []metaRule{
	{key: ".name", want: wantString},
	{key: ".type_name", want: wantString},
	{key: ".size", required: true, want: wantInteger},
	{key: ".offset", required: true, want: wantInteger},
	{key: ".value_kind", required: true, want: wantString, values: []string{
		"by_value", "global_buffer", "dynamic_shared_pointer", "sampler", "image", "pipe", "queue",
		"hidden_block_count_x", "hidden_block_count_y", "hidden_block_count_z",
		"hidden_group_size_x", "hidden_group_size_y", "hidden_group_size_z",
		"hidden_remainder_x", "hidden_remainder_y", "hidden_remainder_z",
		"hidden_global_offset_x", "hidden_global_offset_y", "hidden_global_offset_z",
		"hidden_grid_dims", "hidden_none", "hidden_printf_buffer", "hidden_hostcall_buffer",
		"hidden_heap_v1", "hidden_default_queue", "hidden_completion_action", "hidden_multigrid_sync_arg",
		"hidden_dynamic_lds_size", "hidden_private_base", "hidden_shared_base", "hidden_queue_ptr",
	}},
	{key: ".pointee_align", want: wantInteger},
	{key: ".address_space", want: wantString, values: []string{"private", "global", "constant", "local", "generic", "region"}},
	{key: ".access", want: wantString, values: accessKinds},
	{key: ".actual_access", want: wantString, values: accessKinds},
	{key: ".is_const", want: wantBool},
	{key: ".is_restrict", want: wantBool},
	{key: ".is_volatile", want: wantBool},
	{key: ".is_pipe", want: wantBool},
}

// accessKinds are the values of .access and .actual_access.
var accessKinds = []string{"read_only", "write_only", "read_write"}

// Check reports the first fault for which LLVM calls metadata invalid: a required key that is
// missing, or a value of a wrong type. The error is a *MetadataError.
func (d *Document) Check() error {
	if err := d.check(false); err != nil {
		return err.MetadataError
	}
	return nil
}

// checkError is a fault with its place, from which the line can be found.
type checkError struct {
	*MetadataError
	place *metaPlace
}

// metaChecker walks a document.
type metaChecker struct {
	// retype accepts strings where another type is required, if LLVM would read such a scalar from
	// them, and converts them. LLVM's assembler does so.
	retype bool
	err    *checkError
}

// check checks d against the rules.
func (d *Document) check(retype bool) *checkError {
	c := metaChecker{retype: retype}
	if d.Root.Kind != NodeMap {
		c.fail(nil, "metadata is %v, not a map", d.Root.Kind)
		return c.err
	}
	c.fields(nil, &d.Root, documentRules)
	return c.err
}

// fail records the first fault.
func (c *metaChecker) fail(p *metaPlace, format string, args ...any) {
	if c.err == nil {
		c.err = &checkError{p.fault(format, args...), p}
	}
}

// fields checks the entries of a map.
func (c *metaChecker) fields(p *metaPlace, n *Node, rules []metaRule) {
	for i := range rules {
		r := &rules[i]
		at := p.entry(&Node{Kind: NodeString, Str: r.key})
		switch v := n.Get(r.key); {
		case v != nil:
			c.value(at, v, r)
		case r.required:
			c.fail(at, "the key is required")
		}
		if c.err != nil {
			return
		}
	}
}

// value checks the value of a key.
func (c *metaChecker) value(p *metaPlace, n *Node, r *metaRule) {
	switch r.want {
	case wantString:
		c.text(p, n, r.values)
	case wantInteger:
		c.scalar(p, n, "an integer", NodeUint, NodeInt)
	case wantBool:
		c.scalar(p, n, "a boolean", NodeBool)
	case wantIntegers:
		c.elements(p, n, r, func(p *metaPlace, n *Node) { c.scalar(p, n, "an integer", NodeUint, NodeInt) })
	case wantStrings:
		c.elements(p, n, r, func(p *metaPlace, n *Node) { c.text(p, n, nil) })
	case wantMaps:
		c.elements(p, n, r, func(p *metaPlace, n *Node) {
			if n.Kind != NodeMap {
				c.fail(p, "is %v, not a map", n.Kind)
				return
			}
			c.fields(p, n, r.fields)
		})
	}
}

// elements checks an array.
func (c *metaChecker) elements(p *metaPlace, n *Node, r *metaRule, each func(*metaPlace, *Node)) {
	switch {
	case n.Kind != NodeArray:
		c.fail(p, "is %v, not an array", n.Kind)
	case r.length != 0 && len(n.Items) != r.length:
		c.fail(p, "has %d elements, not %d", len(n.Items), r.length)
	}
	for i := 0; i < len(n.Items) && c.err == nil; i++ {
		each(p.element(i), &n.Items[i])
	}
}

// text checks a string.
func (c *metaChecker) text(p *metaPlace, n *Node, values []string) {
	if n.Kind != NodeString {
		hint := ""
		if n.Kind < NodeString {
			hint = "; the tag !str makes a scalar one"
		}
		c.fail(p, "%s is %v, not a string%s", n.label(), n.Kind, hint)
		return
	}
	if values != nil && !slices.Contains(values, n.Str) {
		c.fail(p, "unknown value %s; accepted: %s", n.label(), strings.Join(values, ", "))
	}
}

// scalar checks a scalar that is not a string.
func (c *metaChecker) scalar(p *metaPlace, n *Node, want string, kinds ...NodeKind) {
	if c.retype && n.Kind == NodeString {
		if v := parseScalar(n.Str); slices.Contains(kinds, v.Kind) {
			*n = v
		}
	}
	if slices.Contains(kinds, n.Kind) {
		return
	}
	if n.Kind < NodeArray {
		c.fail(p, "%s is %v, not %s", n.label(), n.Kind, want)
		return
	}
	c.fail(p, "is %v, not %s", n.Kind, want)
}
