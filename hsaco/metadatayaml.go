package hsaco

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// ParseMetadataYAML reads the lines between .amdgpu_metadata and .end_amdgpu_metadata and checks
// them as LLVM's assembler does. Comments of the assembler ("; …" and "// …" outside quotes) end a
// line, as in LLVM. An error is a *MetadataError with its place in text.
//
// Scalars are typed as in LLVM, which differs from YAML: quotes make no difference, only the tag
// !str makes "5" a string; true and false are the only booleans, and whatever C's strtod accepts is
// a float.
func ParseMetadataYAML(text []byte) (*Document, error) {
	root, tree, err := readMetadataYAML(text)
	if err != nil {
		return nil, placeInText(text, err)
	}
	d := &Document{Root: root}
	if err := d.check(true); err != nil {
		err.Line, err.Col = locate(tree, err.place)
		return nil, placeInText(text, err.MetadataError)
	}
	return d, nil
}

// yamlBreaks are the line endings of YAML, longer ones first.
var yamlBreaks = [][]byte{[]byte("\r\n"), []byte("\n"), []byte("\r"), []byte("\u0085"), []byte("\u2028"), []byte("\u2029")}

// placeInText turns the line and column of the YAML library, which knows more line endings and
// counts characters, into the "\n"-terminated line and the byte column of the text.
func placeInText(text []byte, err error) error {
	var e *MetadataError
	if !errors.As(err, &e) || e.Line == 0 {
		return err
	}
	off := 0
	for line := 1; line < e.Line && off < len(text); line++ {
		off = afterBreak(text, off)
	}
	for col := 1; col < e.Col && off < len(text) && text[off] != '\n'; col++ {
		_, n := utf8.DecodeRune(text[off:])
		off += n
	}
	e.Line = 1 + bytes.Count(text[:off], []byte("\n"))
	if e.Col > 0 {
		e.Col = off - bytes.LastIndexByte(text[:off], '\n')
	}
	return e
}

// afterBreak returns the start of the line after the one at off.
func afterBreak(text []byte, off int) int {
	for ; off < len(text); off++ {
		for _, b := range yamlBreaks {
			if bytes.HasPrefix(text[off:], b) {
				return off + len(b)
			}
		}
	}
	return off
}

// readMetadataYAML reads a text without checking its contents.
func readMetadataYAML(text []byte) (Node, *yaml.Node, error) {
	if countIndicators(text) > freeValues+len(text)/bytesPerIndicator {
		return Node{}, nil, &MetadataError{Msg: fmt.Sprintf("too many values for the size of the text: at most %d and one for every %d bytes", freeValues, bytesPerIndicator)}
	}
	dec := yaml.NewDecoder(bytes.NewReader(cleanYAML(text)))
	var tree yaml.Node
	if err := dec.Decode(&tree); err != nil {
		if err == io.EOF {
			return Node{}, nil, &MetadataError{Msg: "the metadata is empty"}
		}
		return Node{}, nil, yamlFault(err)
	}
	var more yaml.Node
	switch err := dec.Decode(&more); {
	case err == nil:
		return Node{}, nil, &MetadataError{Line: more.Line, Col: more.Column, Msg: "a second YAML document; metadata is a single document"}
	case err != io.EOF:
		return Node{}, nil, yamlFault(err)
	}
	if tree.Kind != yaml.DocumentNode || len(tree.Content) != 1 || isEmpty(tree.Content[0]) {
		return Node{}, nil, &MetadataError{Msg: "the metadata is empty"}
	}
	root, err := fromYAML(nil, tree.Content[0], 0)
	return root, tree.Content[0], err
}

// yamlFault converts an error of the YAML library, whose text contains the line.
func yamlFault(err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, msg = n, text
			}
		}
	}
	return &MetadataError{Line: line, Msg: msg}
}

// countIndicators counts YAML indicators, an upper bound for values: each value needs one before or
// after it. Counting precedes the YAML library, which takes hundreds of bytes per value.
func countIndicators(text []byte) int {
	n := 0
	for i, c := range text {
		switch c {
		case ',', '[', '{':
			n++
		case '-', '?', ':':
			if i+1 == len(text) || bytes.IndexByte([]byte(" \t\r\n,[]{}\"'"), text[i+1]) >= 0 ||
				c == ':' && i > 0 && (text[i-1] == '"' || text[i-1] == '\'') {
				n++
			}
		}
	}
	return n
}

// yamlQuote is the state of cleanYAML.
type yamlQuote uint8

const (
	yamlPlain yamlQuote = iota
	yamlSingle
	yamlDouble
)

// cleanYAML blanks the assembler's comments and escapes the byte 0x7f, which LLVM prints raw inside
// double quotes, as YAML requires. Line numbers and, except for that byte, columns stay the same.
func cleanYAML(text []byte) []byte {
	out := make([]byte, 0, len(text))
	state := yamlPlain
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case state == yamlDouble && c == '\\' && i+1 < len(text):
			out = append(out, c, text[i+1])
			i++
			continue
		case state == yamlDouble && c == 0x7f:
			out = append(out, `\x7F`...)
			continue
		case state == yamlDouble && c == '"', state == yamlSingle && c == '\'':
			state = yamlPlain // a doubled ' opens again at once
			if c == '\'' && i+1 < len(text) && text[i+1] == '\'' {
				state = yamlSingle
				out = append(out, c)
				i++
			}
		case state == yamlPlain && c == '"' && startsToken(text, i):
			state = yamlDouble
		case state == yamlPlain && c == '\'' && startsToken(text, i):
			state = yamlSingle
		case state == yamlPlain && (c == ';' || c == '/' && i+1 < len(text) && text[i+1] == '/'):
			for i < len(text) && text[i] != '\n' {
				out = append(out, ' ')
				i++
			}
			i--
			continue
		case state == yamlPlain && c == '#' && (i == 0 || bytes.IndexByte([]byte(" \t\r\n"), text[i-1]) >= 0):
			for i < len(text) && text[i] != '\n' {
				out = append(out, ' ')
				i++
			}
			i--
			continue
		}
		out = append(out, c)
	}
	return out
}

// startsToken reports whether a quote at i begins a quoted scalar, rather than
// being part of a plain one.
func startsToken(text []byte, i int) bool {
	return i == 0 || bytes.IndexByte([]byte(" \t\r\n[{,:"), text[i-1]) >= 0
}

// yamlPlaceError returns a fault at a node of the YAML tree.
func yamlPlaceError(p *metaPlace, y *yaml.Node, format string, args ...any) error {
	err := p.fault(format, args...)
	err.Line, err.Col = y.Line, y.Column
	return err
}

// fromYAML converts a node, which is at p.
func fromYAML(p *metaPlace, y *yaml.Node, depth int) (Node, error) {
	if depth > maxMetadataDepth {
		return Node{}, yamlPlaceError(p, y, "nested more than %d deep", maxMetadataDepth)
	}
	switch y.Kind {
	case yaml.ScalarNode:
		n, err := scalarFromYAML(y)
		if err != nil {
			return Node{}, yamlPlaceError(p, y, "%v", err)
		}
		return n, nil
	case yaml.SequenceNode:
		return arrayFromYAML(p, y, depth)
	case yaml.MappingNode:
		return mapFromYAML(p, y, depth)
	case yaml.AliasNode:
		return Node{}, yamlPlaceError(p, y, "aliases (*%s) are not allowed in metadata", y.Value)
	}
	return Node{}, yamlPlaceError(p, y, "neither a scalar nor a list nor a map")
}

// arrayFromYAML converts a list.
func arrayFromYAML(p *metaPlace, y *yaml.Node, depth int) (Node, error) {
	n := Node{Kind: NodeArray, Items: newItems(len(y.Content))}
	for i, c := range y.Content {
		at := p.element(i)
		// LLVM attaches whatever follows an empty element to it.
		if isEmpty(c) {
			return Node{}, yamlPlaceError(at, c, "the element is empty")
		}
		var err error
		if n.Items[i], err = fromYAML(at, c, depth+1); err != nil {
			return Node{}, err
		}
	}
	return n, nil
}

// mapFromYAML converts a map.
func mapFromYAML(p *metaPlace, y *yaml.Node, depth int) (Node, error) {
	n := Node{Kind: NodeMap, Items: newItems(len(y.Content))}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return Node{}, yamlPlaceError(p, key, "a map key must be a scalar")
		}
		n.Items[i] = parseScalar(key.Value)
		var err error
		if n.Items[i+1], err = fromYAML(p.entry(&n.Items[i]), value, depth+1); err != nil {
			return Node{}, err
		}
	}
	if twice := n.sortMap(); twice != nil {
		return Node{}, yamlPlaceError(p.entry(twice), lastKey(y, twice), "duplicate key")
	}
	return n, nil
}

// lastKey finds the last occurrence of a key in a map of the YAML tree.
func lastKey(y *yaml.Node, key *Node) *yaml.Node {
	for i := len(y.Content) - 2; i >= 0; i -= 2 {
		if k := parseScalar(y.Content[i].Value); compareKeys(&k, key) == 0 {
			return y.Content[i]
		}
	}
	return y
}

// isEmpty reports whether there is nothing where a value could be.
func isEmpty(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
}

// Tags of LLVM's dialect. Any other tag makes a scalar a string, except those for null.
const (
	tagInt    = "!int"
	tagBool   = "!bool"
	tagFloat  = "!float"
	tagNil    = "!nil"
	tagString = "!str"
)

// scalarFromYAML types a scalar. LLVM reads an empty value as an empty list.
func scalarFromYAML(y *yaml.Node) (Node, error) {
	if isEmpty(y) {
		return Node{Kind: NodeArray}, nil
	}
	if y.Style&yaml.TaggedStyle == 0 || y.Tag == "!!str" || y.Tag == "!" {
		return parseScalar(y.Value), nil
	}
	switch y.Tag {
	case tagNil:
		return Node{Kind: NodeNil}, nil
	case tagInt:
		if n, ok := parseInteger(y.Value); ok {
			return n, nil
		}
		return Node{}, errors.New("invalid number: " + strconv.Quote(y.Value))
	case tagBool:
		if n, ok := parseBool(y.Value); ok {
			return n, nil
		}
		return Node{}, errors.New("invalid boolean: " + strconv.Quote(y.Value) + "; accepted: true, false")
	case tagFloat:
		if n, ok := parseFloat(y.Value); ok {
			return n, nil
		}
		return Node{}, errors.New("invalid floating point number: " + strconv.Quote(y.Value))
	}
	return Node{Kind: NodeString, Str: y.Value}, nil
}

// locate finds the line and column of a place. The place of a missing key is that of its map.
func locate(y *yaml.Node, p *metaPlace) (line, col int) {
	if p == nil {
		return y.Line, y.Column
	}
	var way []*metaPlace
	for ; p != nil; p = p.parent {
		way = append(way, p)
	}
	for i := len(way) - 1; i >= 0; i-- {
		next := step(y, way[i])
		if next == nil {
			break
		}
		y = next
	}
	return y.Line, y.Column
}

// step goes from a node of the YAML tree to an entry or element, or returns
// nil.
func step(y *yaml.Node, p *metaPlace) *yaml.Node {
	switch {
	case y.Kind == yaml.SequenceNode && p.key == nil && p.index < len(y.Content):
		return y.Content[p.index]
	case y.Kind == yaml.MappingNode && p.key != nil:
		for i := 0; i+1 < len(y.Content); i += 2 {
			if k := parseScalar(y.Content[i].Value); compareKeys(&k, p.key) == 0 {
				return y.Content[i+1]
			}
		}
	}
	return nil
}
