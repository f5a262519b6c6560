package hsaco

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Document is the content of an NT_AMDGPU_METADATA note: a MessagePack value
// that keeps every key, known or not.
type Document struct {
	Root Node
}

// NodeKind is the type of a Node.
type NodeKind uint8

// The kinds of a Node, in the order in which LLVM sorts map keys.
const (
	NodeInt    NodeKind = iota // Num, as a negative int64
	NodeUint                   // Num
	NodeNil                    //
	NodeBool                   // Num, 0 or 1
	NodeFloat                  // Num, the bits of a float64
	NodeString                 // Str
	NodeBinary                 // Str
	NodeArray                  // Items
	NodeMap                    // Items: key, value, key, value …, sorted by key
)

// String returns the name of the kind used in messages.
func (k NodeKind) String() string {
	return [...]string{
		NodeInt: "an integer", NodeUint: "an integer", NodeNil: "nil", NodeBool: "a boolean", NodeFloat: "a float",
		NodeString: "a string", NodeBinary: "binary data", NodeArray: "an array", NodeMap: "a map",
	}[k]
}

// Node is one MessagePack value. It is kept small because a hostile note has a Node for nearly
// every byte.
type Node struct {
	Kind  NodeKind
	Num   uint64
	Str   string
	Items []Node
}

// Limits on a document. Real metadata is five levels deep, and takes ten bytes of a note or twenty
// of YAML per value; without limits a note or a text could take many times its size in memory.
const (
	maxMetadataDepth  = 64
	freeValues        = 4096 // values that any document may have …
	bytesPerValue     = 4    // … plus one for each so many bytes of a note …
	bytesPerIndicator = 10   // … or of YAML
)

// newItems allocates items; an empty collection has nil.
func newItems(n int) []Node {
	if n == 0 {
		return nil
	}
	return make([]Node, n)
}

// Pairs returns the number of entries of a map.
func (n *Node) Pairs() int { return len(n.Items) / 2 }

// Get returns the value of a map for a string key, or nil.
func (n *Node) Get(key string) *Node {
	if n.Kind != NodeMap {
		return nil
	}
	want := Node{Kind: NodeString, Str: key}
	i := 2 * sort.Search(n.Pairs(), func(i int) bool { return compareKeys(&n.Items[2*i], &want) >= 0 })
	if i == len(n.Items) || compareKeys(&n.Items[i], &want) != 0 {
		return nil
	}
	return &n.Items[i+1]
}

// compareKeys orders keys as LLVM does: by kind, then by value.
func compareKeys(a, b *Node) int {
	if c := cmp.Compare(a.Kind, b.Kind); c != 0 {
		return c
	}
	switch a.Kind {
	case NodeInt:
		return cmp.Compare(int64(a.Num), int64(b.Num))
	case NodeFloat:
		x, y := math.Float64frombits(a.Num), math.Float64frombits(b.Num)
		if c := cmp.Compare(x, y); c != 0 {
			return c
		}
		return cmp.Compare(a.Num, b.Num) // zeros and NaNs
	case NodeString, NodeBinary:
		return cmp.Compare(a.Str, b.Str)
	}
	return cmp.Compare(a.Num, b.Num)
}

// MetadataError is a fault in a metadata document.
type MetadataError struct {
	Line, Col int    // in the YAML text, starting at 1, Col in bytes; 0 if unknown, or for a note
	Path      string // such as "amdhsa.kernels[0].args[2].value_kind"
	Msg       string
}

// Error returns the place and the message.
func (e *MetadataError) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:", e.Line)
	}
	if e.Col > 0 {
		fmt.Fprintf(&b, "%d:", e.Col)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Path != "" {
		fmt.Fprintf(&b, "%s: ", e.Path)
	}
	b.WriteString(e.Msg)
	return b.String()
}

// metaPlace is a place in a document, as the path from the root.
type metaPlace struct {
	parent *metaPlace
	key    *Node // entry of a map; nil: element index of an array
	index  int
}

// entry returns the place of the value for a key.
func (p *metaPlace) entry(key *Node) *metaPlace { return &metaPlace{parent: p, key: key} }

// element returns the place of the i-th element.
func (p *metaPlace) element(i int) *metaPlace { return &metaPlace{parent: p, index: i} }

// path formats the place as in MetadataError.Path.
func (p *metaPlace) path() string {
	if p == nil {
		return ""
	}
	outer := p.parent.path()
	if p.key == nil {
		return fmt.Sprintf("%s[%d]", outer, p.index)
	}
	name := p.key.label()
	if outer != "" && !strings.HasPrefix(name, ".") {
		outer += "."
	}
	return outer + name
}

// fault makes an error at the place.
func (p *metaPlace) fault(format string, args ...any) *MetadataError {
	return &MetadataError{Path: p.path(), Msg: fmt.Sprintf(format, args...)}
}

// maxLabel is the length to which a message shortens a key.
const maxLabel = 64

// label formats a scalar for messages.
func (n *Node) label() string {
	switch n.Kind {
	case NodeInt:
		return fmt.Sprint(int64(n.Num))
	case NodeUint:
		return fmt.Sprint(n.Num)
	case NodeBool:
		return fmt.Sprint(n.Num != 0)
	case NodeFloat:
		return fmt.Sprint(math.Float64frombits(n.Num))
	case NodeString, NodeBinary:
		s := n.Str
		if len(s) > maxLabel {
			s = s[:maxLabel] + "…"
		}
		if quoted := fmt.Sprintf("%q", s); quoted != `"`+s+`"` || s == "" {
			return quoted
		}
		return s
	}
	return n.Kind.String()
}

// Metadata is the typed view of a Document.
type Metadata struct {
	Version []int // major and minor
	Target  string
	Printf  []string
	Kernels []KernelMetadata
}

// KernelMetadata describes one kernel to the runtime.
//
// Sources: facts isa/encodings.md §13; LLVM AMDGPUUsage, "Code Object
// Metadata".
type KernelMetadata struct {
	Name, Symbol            string
	Kind                    string
	Language                string
	LanguageVersion         []int
	Args                    []Arg
	ReqdWorkgroupSize       []int
	KnownGrid               []int // workgroups; specific to heddle (KnownGridKey)
	WorkgroupSizeHint       []int
	ClusterDims             []int
	VecTypeHint             string
	DeviceEnqueueSymbol     string
	KernargSegmentSize      int
	KernargSegmentAlign     int
	GroupSegmentFixedSize   int
	PrivateSegmentFixedSize int
	WavefrontSize           int
	SGPRCount               int
	VGPRCount               int
	AGPRCount               int
	SGPRSpillCount          int
	VGPRSpillCount          int
	MaxFlatWorkgroupSize    int
	UniformWorkgroupSize    int
	WorkgroupProcessorMode  int
	UsesDynamicStack        bool
}

// KnownGridKey is a kernel key specific to heddle: the number of workgroups that a kernel is
// compiled for, as three integers. Other readers skip unknown keys.
const KnownGridKey = ".heddle_known_grid"

// Arg is one kernel argument, explicit or hidden.
type Arg struct {
	Name, TypeName string
	Offset, Size   int
	ValueKind      string
	AddressSpace   string
	Access         string
	ActualAccess   string
	PointeeAlign   int
	IsConst        bool
	IsRestrict     bool
	IsVolatile     bool
	IsPipe         bool
}

// Metadata returns the typed view of d. Missing keys leave zeros; Check reports them.
func (d *Document) Metadata() (*Metadata, error) {
	r := metaReader{}
	m := &Metadata{}
	root := r.root(&d.Root)
	root.ints("amdhsa.version", &m.Version)
	root.str("amdhsa.target", &m.Target)
	root.array("amdhsa.printf", func(p *metaPlace, n *Node) {
		if n.Kind != NodeString {
			r.fail(p.fault("is %v, not a string", n.Kind))
			return
		}
		m.Printf = append(m.Printf, n.Str)
	})
	root.array("amdhsa.kernels", func(p *metaPlace, n *Node) {
		m.Kernels = append(m.Kernels, r.kernel(p, n))
	})
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// kernel reads an element of amdhsa.kernels.
func (r *metaReader) kernel(p *metaPlace, n *Node) KernelMetadata {
	var k KernelMetadata
	m := r.mapAt(p, n)
	m.str(".name", &k.Name)
	m.str(".symbol", &k.Symbol)
	m.str(".kind", &k.Kind)
	m.str(".language", &k.Language)
	m.str(".vec_type_hint", &k.VecTypeHint)
	m.str(".device_enqueue_symbol", &k.DeviceEnqueueSymbol)
	m.ints(".language_version", &k.LanguageVersion)
	m.ints(".reqd_workgroup_size", &k.ReqdWorkgroupSize)
	m.ints(KnownGridKey, &k.KnownGrid)
	m.ints(".workgroup_size_hint", &k.WorkgroupSizeHint)
	m.ints(".cluster_dims", &k.ClusterDims)
	m.int(".kernarg_segment_size", &k.KernargSegmentSize)
	m.int(".kernarg_segment_align", &k.KernargSegmentAlign)
	m.int(".group_segment_fixed_size", &k.GroupSegmentFixedSize)
	m.int(".private_segment_fixed_size", &k.PrivateSegmentFixedSize)
	m.int(".wavefront_size", &k.WavefrontSize)
	m.int(".sgpr_count", &k.SGPRCount)
	m.int(".vgpr_count", &k.VGPRCount)
	m.int(".agpr_count", &k.AGPRCount)
	m.int(".sgpr_spill_count", &k.SGPRSpillCount)
	m.int(".vgpr_spill_count", &k.VGPRSpillCount)
	m.int(".max_flat_workgroup_size", &k.MaxFlatWorkgroupSize)
	m.int(".uniform_work_group_size", &k.UniformWorkgroupSize)
	m.int(".workgroup_processor_mode", &k.WorkgroupProcessorMode)
	m.bool(".uses_dynamic_stack", &k.UsesDynamicStack)
	m.array(".args", func(p *metaPlace, n *Node) { k.Args = append(k.Args, r.arg(p, n)) })
	return k
}

// arg reads an element of .args.
func (r *metaReader) arg(p *metaPlace, n *Node) Arg {
	var a Arg
	m := r.mapAt(p, n)
	m.str(".name", &a.Name)
	m.str(".type_name", &a.TypeName)
	m.int(".offset", &a.Offset)
	m.int(".size", &a.Size)
	m.str(".value_kind", &a.ValueKind)
	m.str(".address_space", &a.AddressSpace)
	m.str(".access", &a.Access)
	m.str(".actual_access", &a.ActualAccess)
	m.int(".pointee_align", &a.PointeeAlign)
	m.bool(".is_const", &a.IsConst)
	m.bool(".is_restrict", &a.IsRestrict)
	m.bool(".is_volatile", &a.IsVolatile)
	m.bool(".is_pipe", &a.IsPipe)
	return a
}

// metaReader extracts typed values from nodes and remembers the first fault.
type metaReader struct{ err error }

// metaMap is a map being read.
type metaMap struct {
	r    *metaReader
	at   *metaPlace
	node *Node
}

// fail records the first fault.
func (r *metaReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// root starts reading at the top.
func (r *metaReader) root(n *Node) metaMap { return r.mapAt(nil, n) }

// mapAt interprets n, which is at p, as a map.
func (r *metaReader) mapAt(p *metaPlace, n *Node) metaMap {
	if n.Kind != NodeMap {
		r.fail(p.fault("is %v, not a map", n.Kind))
	}
	return metaMap{r, p, n}
}

// value returns the value for key if it has one of the given kinds.
func (m metaMap) value(key, want string, kinds ...NodeKind) (*Node, *metaPlace) {
	n := m.node.Get(key)
	if n == nil {
		return nil, nil
	}
	at := m.at.entry(&Node{Kind: NodeString, Str: key})
	if !slices.Contains(kinds, n.Kind) {
		m.r.fail(at.fault("is %v, not %s", n.Kind, want))
		return nil, nil
	}
	return n, at
}

// str reads a string.
func (m metaMap) str(key string, to *string) {
	if n, _ := m.value(key, "a string", NodeString); n != nil {
		*to = n.Str
	}
}

// bool reads a boolean.
func (m metaMap) bool(key string, to *bool) {
	if n, _ := m.value(key, "a boolean", NodeBool); n != nil {
		*to = n.Num != 0
	}
}

// int reads an integer.
func (m metaMap) int(key string, to *int) {
	if n, at := m.value(key, "an integer", NodeInt, NodeUint); n != nil {
		*to = m.r.int(at, n)
	}
}

// ints reads an array of integers.
func (m metaMap) ints(key string, to *[]int) {
	m.array(key, func(at *metaPlace, n *Node) { *to = append(*to, m.r.int(at, n)) })
}

// array calls each for every element of an array.
func (m metaMap) array(key string, each func(*metaPlace, *Node)) {
	n, at := m.value(key, "an array", NodeArray)
	if n == nil {
		return
	}
	for i := range n.Items {
		each(at.element(i), &n.Items[i])
	}
}

// int converts an integer node.
func (r *metaReader) int(at *metaPlace, n *Node) int {
	if n.Kind != NodeInt && n.Kind != NodeUint {
		r.fail(at.fault("is %v, not an integer", n.Kind))
		return 0
	}
	if n.Kind == NodeUint && n.Num > math.MaxInt64 {
		r.fail(at.fault("%d is too large", n.Num))
		return 0
	}
	return int(n.Num)
}
