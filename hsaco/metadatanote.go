package hsaco

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Note is one entry of a SHT_NOTE section.
type Note struct {
	Name string // without its terminating zero
	Type uint32
	Desc []byte
}

// NoteTypeMetadata is NT_AMDGPU_METADATA.
const NoteTypeMetadata = 32

const (
	noteName   = "AMDGPU"
	noteHeader = 12 // sizes of name and descriptor, type
	noteAlign  = 4
)

// NoteSection returns the bytes of a .note section with one
// NT_AMDGPU_METADATA note.
func NoteSection(desc []byte) []byte {
	name := append([]byte(noteName), 0)
	b := make([]byte, 0, noteHeader+len(name)+len(desc)+2*noteAlign)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(name)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(desc)))
	b = binary.LittleEndian.AppendUint32(b, NoteTypeMetadata)
	b = padNote(append(b, name...))
	return padNote(append(b, desc...))
}

// padNote pads b to the alignment of notes.
func padNote(b []byte) []byte {
	for len(b)%noteAlign != 0 {
		b = append(b, 0)
	}
	return b
}

// ParseNotes reads the notes of a SHT_NOTE section or PT_NOTE segment. The
// descriptors are parts of b.
func ParseNotes(b []byte) ([]Note, error) {
	var notes []Note
	for off := 0; off < len(b); {
		rest := b[off:]
		if len(rest) < noteHeader {
			return nil, fmt.Errorf("note at %#x: %d bytes are left, a header has %d", off, len(rest), noteHeader)
		}
		nameSize := uint64(binary.LittleEndian.Uint32(rest))
		descSize := uint64(binary.LittleEndian.Uint32(rest[4:]))
		descAt := noteHeader + (nameSize+noteAlign-1)&^(noteAlign-1)
		if descAt+descSize > uint64(len(rest)) {
			return nil, fmt.Errorf("note at %#x: name of %d bytes and descriptor of %d bytes do not fit the %d bytes left", off, nameSize, descSize, len(rest))
		}
		notes = append(notes, Note{
			Name: string(bytes.TrimRight(rest[noteHeader:noteHeader+nameSize], "\x00")),
			Type: binary.LittleEndian.Uint32(rest[8:]),
			Desc: rest[descAt : descAt+descSize : descAt+descSize],
		})
		off += int((descAt + descSize + noteAlign - 1) &^ (noteAlign - 1))
	}
	return notes, nil
}

// noteReader reads MessagePack values.
type noteReader struct {
	in     *bytes.Reader
	dec    *msgpack.Decoder
	values int // values that collections may still claim
}

// ParseMetadataNote reads the descriptor bytes of an NT_AMDGPU_METADATA note. Up to three zeros of
// padding after the value are skipped.
func ParseMetadataNote(desc []byte) (*Document, error) {
	r := noteReader{in: bytes.NewReader(desc), values: freeValues + len(desc)/bytesPerValue}
	r.dec = msgpack.NewDecoder(r.in)
	root, err := r.value(nil, 0)
	if err != nil {
		return nil, err
	}
	if rest := desc[len(desc)-r.in.Len():]; len(rest) >= noteAlign || len(bytes.Trim(rest, "\x00")) > 0 {
		return nil, &MetadataError{Msg: fmt.Sprintf("%d bytes follow the metadata of %d bytes", len(rest), len(desc)-len(rest))}
	}
	return &Document{Root: root}, nil
}

// value reads one value, which is at p.
func (r *noteReader) value(p *metaPlace, depth int) (Node, error) {
	if depth > maxMetadataDepth {
		return Node{}, p.fault("nested more than %d deep", maxMetadataDepth)
	}
	code, err := r.dec.PeekCode()
	if err != nil {
		return Node{}, r.bad(p, err)
	}
	switch {
	case msgpcode.IsFixedMap(code), code == msgpcode.Map16, code == msgpcode.Map32:
		return r.mapValue(p, depth)
	case msgpcode.IsFixedArray(code), code == msgpcode.Array16, code == msgpcode.Array32:
		return r.array(p, depth)
	case msgpcode.IsString(code):
		return r.bytes(p, NodeString)
	case msgpcode.IsBin(code):
		return r.bytes(p, NodeBinary)
	}
	n, err := r.number(code)
	if err != nil {
		return Node{}, r.bad(p, err)
	}
	return n, nil
}

// number reads a value of fixed size.
func (r *noteReader) number(code byte) (Node, error) {
	switch {
	case code == msgpcode.Nil:
		return Node{Kind: NodeNil}, r.dec.DecodeNil()
	case code == msgpcode.True, code == msgpcode.False:
		v, err := r.dec.DecodeBool()
		n := Node{Kind: NodeBool}
		if v {
			n.Num = 1
		}
		return n, err
	case code == msgpcode.Float, code == msgpcode.Double:
		v, err := r.dec.DecodeFloat64()
		return floatNode(v), err
	case code <= msgpcode.PosFixedNumHigh, code >= msgpcode.Uint8 && code <= msgpcode.Uint64:
		v, err := r.dec.DecodeUint64()
		return Node{Kind: NodeUint, Num: v}, err
	case code >= msgpcode.NegFixedNumLow, code >= msgpcode.Int8 && code <= msgpcode.Int64:
		v, err := r.dec.DecodeInt64()
		return intNode(v), err
	}
	return Node{}, fmt.Errorf("type byte %#x does not occur in metadata", code)
}

// intNode makes the node of an integer.
func intNode(v int64) Node {
	if v < 0 {
		return Node{Kind: NodeInt, Num: uint64(v)}
	}
	return Node{Kind: NodeUint, Num: uint64(v)}
}

// bad converts a decoder error into one with a place.
func (r *noteReader) bad(p *metaPlace, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return p.fault("the note ends in the middle of a value")
	}
	return p.fault("at byte %#x: %v", r.in.Size()-int64(r.in.Len()), err)
}

// bytes reads a string or binary data. Its size is checked against the bytes left before memory is
// allocated.
func (r *noteReader) bytes(p *metaPlace, kind NodeKind) (Node, error) {
	size, err := r.dec.DecodeBytesLen()
	if err != nil {
		return Node{}, r.bad(p, err)
	}
	if size > r.in.Len() {
		return Node{}, p.fault("%s of %d bytes, but %d bytes are left", kind, size, r.in.Len())
	}
	b := make([]byte, size)
	if err := r.dec.ReadFull(b); err != nil {
		return Node{}, r.bad(p, err)
	}
	return Node{Kind: kind, Str: string(b)}, nil
}

// claim checks that count more values of at least one byte each can follow, before memory is
// allocated.
func (r *noteReader) claim(p *metaPlace, kind NodeKind, count int) error {
	if count > r.in.Len() {
		return p.fault("%s of %d values, but only %d bytes are left", kind, count, r.in.Len())
	}
	if count > r.values {
		return p.fault("%s of %d values: too many for the size of the note, which may have %d and one for every %d bytes", kind, count, freeValues, bytesPerValue)
	}
	r.values -= count
	return nil
}

// array reads an array.
func (r *noteReader) array(p *metaPlace, depth int) (Node, error) {
	count, err := r.dec.DecodeArrayLen()
	if err != nil {
		return Node{}, r.bad(p, err)
	}
	if err := r.claim(p, NodeArray, count); err != nil {
		return Node{}, err
	}
	n := Node{Kind: NodeArray, Items: newItems(count)}
	for i := range n.Items {
		if n.Items[i], err = r.value(p.element(i), depth+1); err != nil {
			return Node{}, err
		}
	}
	return n, nil
}

// mapValue reads a map and sorts it.
func (r *noteReader) mapValue(p *metaPlace, depth int) (Node, error) {
	pairs, err := r.dec.DecodeMapLen()
	if err != nil {
		return Node{}, r.bad(p, err)
	}
	if err := r.claim(p, NodeMap, 2*pairs); err != nil {
		return Node{}, err
	}
	n := Node{Kind: NodeMap, Items: newItems(2 * pairs)}
	for i := 0; i < len(n.Items); i += 2 {
		key := &n.Items[i]
		if *key, err = r.value(p, depth+1); err != nil {
			return Node{}, err
		}
		if key.Kind >= NodeArray {
			return Node{}, p.fault("a map key is %v, not a scalar", key.Kind)
		}
		if n.Items[i+1], err = r.value(p.entry(key), depth+1); err != nil {
			return Node{}, err
		}
	}
	if twice := n.sortMap(); twice != nil {
		return Node{}, p.entry(twice).fault("duplicate key")
	}
	return n, nil
}

// NewMap makes a map from a list of keys and values, in any order, without duplicate keys.
func NewMap(items ...Node) Node {
	n := Node{Kind: NodeMap, Items: items}
	if twice := n.sortMap(); twice != nil {
		panic("BUG: metadata has " + twice.label() + " twice")
	}
	return n
}

// sortMap sorts the entries of a map; it returns a duplicate key, if there is one.
func (n *Node) sortMap() *Node {
	inOrder := true
	for i := 2; i < len(n.Items) && inOrder; i += 2 {
		inOrder = compareKeys(&n.Items[i-2], &n.Items[i]) < 0
	}
	if inOrder {
		return nil
	}
	type pair struct{ key, value Node }
	pairs := make([]pair, n.Pairs())
	for i := range pairs {
		pairs[i] = pair{n.Items[2*i], n.Items[2*i+1]}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return compareKeys(&a.key, &b.key) })
	var twice *Node
	for i, e := range pairs {
		n.Items[2*i], n.Items[2*i+1] = e.key, e.value
		if i > 0 && twice == nil && compareKeys(&n.Items[2*i-2], &e.key) == 0 {
			twice = &n.Items[2*i]
		}
	}
	return twice
}

// Note returns the descriptor bytes of the NT_AMDGPU_METADATA note: each
// value in its shortest form, as LLVM writes it.
func (d *Document) Note() []byte {
	var b bytes.Buffer
	w := noteWriter{msgpack.NewEncoder(&b)}
	w.value(&d.Root)
	return b.Bytes()
}

// noteWriter writes MessagePack values into memory, which cannot fail.
type noteWriter struct{ enc *msgpack.Encoder }

// value writes one value.
func (w noteWriter) value(n *Node) {
	switch n.Kind {
	case NodeInt:
		w.must(w.enc.EncodeInt(int64(n.Num)))
	case NodeUint:
		w.must(w.enc.EncodeUint(n.Num))
	case NodeNil:
		w.must(w.enc.EncodeNil())
	case NodeBool:
		w.must(w.enc.EncodeBool(n.Num != 0))
	case NodeFloat:
		w.float(math.Float64frombits(n.Num))
	case NodeString:
		w.must(w.enc.EncodeString(n.Str))
	case NodeBinary:
		w.must(w.enc.EncodeBytesLen(len(n.Str)))
		_, err := io.WriteString(w.enc.Writer(), n.Str)
		w.must(err)
	case NodeArray:
		w.must(w.enc.EncodeArrayLen(len(n.Items)))
	case NodeMap:
		w.must(w.enc.EncodeMapLen(n.Pairs()))
	default:
		panic(fmt.Sprintf("BUG: metadata node of kind %d", n.Kind))
	}
	for i := range n.Items {
		w.value(&n.Items[i])
	}
}

// smallestNormal is the smallest float32 that is not subnormal.
const smallestNormal = 0x1p-126

// isSingle reports whether a note has v as a float32. LLVM writes one for every value in the range
// of normal float32 numbers, even if that rounds it.
func isSingle(v float64) bool {
	a := math.Abs(v)
	return a >= smallestNormal && a <= math.MaxFloat32
}

// floatNode makes the node of a float, rounded as in a note.
func floatNode(v float64) Node {
	if isSingle(v) {
		v = float64(float32(v))
	}
	return Node{Kind: NodeFloat, Num: math.Float64bits(v)}
}

// float writes a float.
func (w noteWriter) float(v float64) {
	if isSingle(v) {
		w.must(w.enc.EncodeFloat32(float32(v)))
		return
	}
	w.must(w.enc.EncodeFloat64(v))
}

// must asserts that a write into memory worked.
func (w noteWriter) must(err error) {
	if err != nil {
		panic("BUG: writing metadata: " + err.Error())
	}
}
