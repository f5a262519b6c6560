package main

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"heddle/asm"
	"heddle/hsaco"
)

const objdumpSchema = "heddle.objdump/v1"

// objectJSON describes a code object.
type objectJSON struct {
	Schema   string        `json:"schema"`
	File     string        `json:"file"`
	Target   string        `json:"target"`
	Version  int           `json:"code_object_version"`
	Type     string        `json:"type"`
	Flags    uint32        `json:"e_flags"`
	Sections []sectionJSON `json:"sections"`
	Kernels  []kernelJSON  `json:"kernels"`
	// Metadata is the whole metadata note, with its keys unchanged.
	Metadata json.RawMessage `json:"metadata,omitempty"`
}

type sectionJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Flags   string `json:"flags"`
	Address uint64 `json:"address"`
	Offset  uint64 `json:"offset"`
	Size    uint64 `json:"size"`
	Align   uint64 `json:"align"`
}

// kernelJSON is a kernel by its descriptor; its metadata is in
// objectJSON.Metadata under the same name.
type kernelJSON struct {
	Name              string        `json:"name"`
	Symbol            string        `json:"symbol"`
	DescriptorAddress uint64        `json:"descriptor_address"`
	Address           uint64        `json:"address"`
	CodeSize          int           `json:"code_size"`
	VGPRs             int           `json:"vgprs"`
	AGPRs             int           `json:"agprs"`
	SGPRs             int           `json:"sgprs"`
	LDS               uint32        `json:"lds_bytes"`
	Scratch           uint32        `json:"scratch_bytes"`
	Kernarg           uint32        `json:"kernarg_bytes"`
	UserSGPRs         []preloadJSON `json:"user_sgprs"`
	SystemSGPRs       []preloadJSON `json:"system_sgprs"`
	Descriptor        string        `json:"descriptor"`
}

type preloadJSON struct {
	Name  string `json:"name"`
	First int    `json:"first"`
	Count int    `json:"count"`
}

func describeObject(o *hsaco.Object, file string) objectJSON {
	j := objectJSON{
		Schema: objdumpSchema, File: file, Target: targetName(o), Version: o.Version, Type: objectType(o), Flags: o.Flags,
		Sections: []sectionJSON{}, Kernels: []kernelJSON{},
	}
	for _, s := range o.Sections {
		if s.Index != 0 {
			j.Sections = append(j.Sections, sectionJSON{
				s.Name, strings.TrimPrefix(s.Type.String(), "SHT_"), sectionFlags(s), s.Addr, s.Offset, s.Size, s.Align,
			})
		}
	}
	for _, k := range o.Kernels {
		d := &k.Descriptor
		vgprs, agprs := vectorRegisters(o, k)
		j.Kernels = append(j.Kernels, kernelJSON{
			Name: k.Name, Symbol: k.Symbol.Name, DescriptorAddress: k.DescriptorAddr, Address: k.Addr, CodeSize: len(k.Code),
			VGPRs: vgprs, AGPRs: agprs, SGPRs: d.SGPRs(o.Chip),
			LDS: d.GroupSegmentFixedSize, Scratch: d.PrivateSegmentFixedSize, Kernarg: d.KernargSize,
			UserSGPRs: preloadsJSON(d.UserSGPRs()), SystemSGPRs: preloadsJSON(d.SystemSGPRs()),
			Descriptor: hex.EncodeToString(k.DescriptorBytes),
		})
	}
	if o.Document != nil {
		j.Metadata = appendNode(nil, &o.Document.Root)
	}
	return j
}

func preloadsJSON(all []hsaco.PreloadedSGPRs) []preloadJSON {
	out := []preloadJSON{}
	for _, p := range all {
		out = append(out, preloadJSON(p))
	}
	return out
}

// appendNode appends a metadata value as JSON, with the keys of maps in order. Binary
// data, which JSON does not have, becomes base64.
func appendNode(b []byte, n *hsaco.Node) []byte {
	switch n.Kind {
	case hsaco.NodeInt:
		return fmt.Append(b, int64(n.Num))
	case hsaco.NodeUint:
		return fmt.Append(b, n.Num)
	case hsaco.NodeBool:
		return fmt.Append(b, n.Num != 0)
	case hsaco.NodeFloat:
		f := math.Float64frombits(n.Num)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return appendString(b, fmt.Sprint(f))
		}
		return fmt.Append(b, f)
	case hsaco.NodeString:
		return appendString(b, n.Str)
	case hsaco.NodeBinary:
		return appendString(b, base64.StdEncoding.EncodeToString([]byte(n.Str)))
	case hsaco.NodeArray:
		b = append(b, '[')
		for i := range n.Items {
			b = appendNode(appendComma(b, i), &n.Items[i])
		}
		return append(b, ']')
	case hsaco.NodeMap:
		b = append(b, '{')
		for i := 0; i < len(n.Items); i += 2 {
			b = appendKey(appendComma(b, i), &n.Items[i])
			b = appendNode(append(b, ':'), &n.Items[i+1])
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendComma(b []byte, i int) []byte {
	if i == 0 {
		return b
	}
	return append(b, ',')
}

// appendKey appends the key of a map, as a string even if it is another type.
func appendKey(b []byte, n *hsaco.Node) []byte {
	text := appendNode(nil, n)
	if n.Kind == hsaco.NodeString {
		return append(b, text...)
	}
	return appendString(b, string(text))
}

func appendString(b []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("BUG: string as JSON: " + err.Error())
	}
	return append(b, text...)
}

// codeJSON is one line of a disassembly.
type codeJSON struct {
	Kind    string `json:"kind"` // section, symbol, instruction, unknown, zeros, data, descriptor
	Name    string `json:"name,omitempty"`
	Address uint64 `json:"address"`
	Size    int    `json:"size,omitempty"`
	Bytes   string `json:"bytes,omitempty"`
	Text    string `json:"text,omitempty"`
	Target  string `json:"target,omitempty"`
}

var lineKinds = [...]string{
	asm.LineSection: "section", asm.LineSymbol: "symbol", asm.LineInst: "instruction", asm.LineUnknown: "unknown",
	asm.LineZeros: "zeros", asm.LineData: "data", asm.LineDescriptor: "descriptor",
}

// writeCodeJSON prints the disassembly as one document, one element of "lines" at a
// time, because the document is many times larger than the code.
func writeCodeJSON(w *bufio.Writer, o *hsaco.Object, file string) error {
	fmt.Fprintf(w, "{\n  \"schema\": %q,\n  \"file\": %s,\n  \"target\": %q,\n  \"lines\": [",
		objdumpSchema, appendString(nil, file), targetName(o))
	first := true
	for l := range asm.Disassemble(o) {
		j := codeJSON{
			Kind: lineKinds[l.Kind], Name: l.Name, Address: l.Addr, Size: len(l.Bytes), Text: string(l.Text) + l.Descriptor, Target: l.Target,
		}
		if l.Kind != asm.LineSection && l.Kind != asm.LineZeros {
			j.Bytes = hex.EncodeToString(l.Bytes)
		}
		b, err := json.Marshal(j)
		if err != nil {
			panic("BUG: disassembly as JSON: " + err.Error())
		}
		if !first {
			w.WriteByte(',')
		}
		first = false
		w.WriteString("\n    ")
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n  ]\n}\n")
	return err
}

// writeSourceJSON prints the output of --asm inside a document.
func (s *streams) writeSourceJSON(o *hsaco.Object, file string) error {
	var source strings.Builder
	if err := asm.WriteSource(&source, o); err != nil {
		return err
	}
	return s.writeJSON(struct {
		Schema string `json:"schema"`
		File   string `json:"file"`
		Target string `json:"target"`
		Source string `json:"source"`
	}{objdumpSchema, file, targetName(o), source.String()})
}
