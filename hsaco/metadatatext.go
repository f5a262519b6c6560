package hsaco

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// YAML returns the text that LLVM prints for d, from "---" to "...", as between .amdgpu_metadata
// and .end_amdgpu_metadata. It re-assembles to the same note: where LLVM's output would not,
// another spelling is used, and if there is none (binary data, strings that are not UTF-8, string
// keys that read as numbers), YAML returns an error.
func (d *Document) YAML() ([]byte, error) {
	if d.Root.Kind != NodeMap {
		return nil, &MetadataError{Msg: fmt.Sprintf("metadata is %v, not a map", d.Root.Kind)}
	}
	w := yamlWriter{}
	w.out.WriteString("---\n")
	w.mapEntries(nil, &d.Root, 0, true)
	w.out.WriteString("...\n")
	if w.err != nil {
		return nil, w.err
	}
	if again, _, err := readMetadataYAML(w.out.Bytes()); err != nil || !bytes.Equal((&Document{Root: again}).Note(), d.Note()) {
		return nil, &MetadataError{Msg: "there is no YAML for this metadata"}
	}
	return w.out.Bytes(), nil
}

// yamlWriter writes YAML in LLVM's layout.
type yamlWriter struct {
	out bytes.Buffer
	err error
}

// keyWidth is the column, counted from the key, at which values are aligned.
const keyWidth = 16

// indent starts a line.
func (w *yamlWriter) indent(n int) {
	for range n {
		w.out.WriteByte(' ')
	}
}

// mapEntries writes the entries of a map at a depth of indentation. lineStart
// reports whether the first one begins a line.
func (w *yamlWriter) mapEntries(p *metaPlace, n *Node, depth int, lineStart bool) {
	for i := 0; i < len(n.Items) && w.err == nil; i += 2 {
		key, value := &n.Items[i], &n.Items[i+1]
		at := p.entry(key)
		if i > 0 || lineStart {
			w.indent(depth)
		}
		text, err := keyText(key)
		if err != nil {
			w.err = at.fault("%v", err)
			return
		}
		w.out.WriteString(quoteYAML(text, false))
		w.out.WriteByte(':')
		if len(value.Items) > 0 {
			w.out.WriteByte('\n')
			w.collection(at, value, depth+2, true)
			continue
		}
		w.indent(max(keyWidth-len(text), 1))
		w.leaf(at, value)
	}
}

// collection writes a map or an array that is not empty.
func (w *yamlWriter) collection(p *metaPlace, n *Node, depth int, lineStart bool) {
	if n.Kind == NodeMap {
		w.mapEntries(p, n, depth, lineStart)
		return
	}
	for i := 0; i < len(n.Items) && w.err == nil; i++ {
		if i > 0 || lineStart {
			w.indent(depth)
		}
		w.out.WriteString("- ")
		if e := &n.Items[i]; len(e.Items) > 0 {
			w.collection(p.element(i), e, depth+2, false)
		} else {
			w.leaf(p.element(i), e)
		}
	}
}

// leaf writes the rest of a line: a scalar or an empty collection.
func (w *yamlWriter) leaf(p *metaPlace, n *Node) {
	text := ""
	var err error
	switch n.Kind {
	case NodeArray:
		text = "[]"
	case NodeMap:
		text = "{}"
	case NodeNil:
		text = tagNil + " ''"
	case NodeString:
		text = quoteYAML(n.Str, true)
		if parseScalar(n.Str).Kind != NodeString {
			text = tagString + " " + text
		}
		err = checkUTF8(n.Str)
	default:
		text, err = scalarText(n)
	}
	if err != nil {
		w.err = p.fault("%v", err)
	}
	w.out.WriteString(text)
	w.out.WriteByte('\n')
}

// checkUTF8 refuses what YAML cannot hold.
func checkUTF8(s string) error {
	if !utf8.ValidString(s) {
		return errors.New("the string is not UTF-8, which YAML cannot express")
	}
	return nil
}

// keyText returns a key as written in YAML, without quotes. Keys have no tags, so a plain key must
// read back with the same type.
func keyText(k *Node) (string, error) {
	if k.Kind != NodeString {
		return scalarText(k)
	}
	if parseScalar(k.Str).Kind != NodeString {
		return "", fmt.Errorf("the key %q is a string, but would be read as %v", k.Str, parseScalar(k.Str).Kind)
	}
	return k.Str, checkUTF8(k.Str)
}

// scalarText writes a number or boolean.
func scalarText(n *Node) (string, error) {
	switch n.Kind {
	case NodeInt:
		return strconv.FormatInt(int64(n.Num), 10), nil
	case NodeUint:
		return strconv.FormatUint(n.Num, 10), nil
	case NodeBool:
		return strconv.FormatBool(n.Num != 0), nil
	case NodeFloat:
		return floatText(n)
	}
	return "", fmt.Errorf("%v cannot be expressed in YAML", n.Kind)
}

// floatText writes a float with six digits, as LLVM does, if reading them back gives the same note,
// and otherwise with as many as needed.
func floatText(n *Node) (string, error) {
	v := math.Float64frombits(n.Num)
	spellings := []string{strconv.FormatFloat(v, 'e', 6, 64), strconv.FormatFloat(v, 'e', -1, 64)}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		spellings = []string{"nan", "-nan", "INF", "-INF"}
	}
	want := (&Document{Root: *n}).Note()
	for _, s := range spellings {
		if again := parseScalar(s); again.Kind == NodeFloat && bytes.Equal((&Document{Root: again}).Note(), want) {
			return s, nil
		}
	}
	return "", fmt.Errorf("a NaN with payload %#x cannot be expressed in YAML", n.Num)
}

// numericYAML matches numbers in YAML 1.2's core schema; strings of that form are quoted.
var numericYAML = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
})

// quoteYAML quotes a string as LLVM does: not at all, with single quotes, or with double quotes and
// escapes. A value, unlike a key, is also quoted if YAML would not read it as a string.
func quoteYAML(s string, value bool) string {
	switch {
	case strings.IndexFunc(s, needsEscape) >= 0:
		return `"` + escapeYAML(s) + `"`
	case isPlainYAML(s) && !(value && isTypedYAML(s)):
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// needsEscape reports whether r makes LLVM use double quotes.
func needsEscape(r rune) bool { return r < ' ' && r != '\t' || r >= 0x7f }

// isTypedYAML reports whether YAML reads a plain s as a number, a boolean or null.
func isTypedYAML(s string) bool {
	switch s {
	case "null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE":
		return true
	}
	return numericYAML().MatchString(s)
}

// isPlainYAML reports whether LLVM prints a string without escapes and quotes.
func isPlainYAML(s string) bool {
	if s == "" || strings.Trim(s, " \t\n\v\f\r") != s || s[0] == '-' || s[0] == ',' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z') && strings.IndexByte("_-^., \t", c) < 0 {
			return false
		}
	}
	return true
}

// yamlEscapes are the escapes that consist of a letter.
var yamlEscapes = map[rune]string{
	'\\': `\\`, '"': `\"`, 0: `\0`, '\a': `\a`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\v': `\v`, '\f': `\f`, '\r': `\r`,
	0x1b: `\e`, 0x85: `\N`, 0xa0: `\_`, 0x2028: `\L`, 0x2029: `\P`,
}

// escapeYAML writes the inside of double quotes.
func escapeYAML(s string) string {
	var b strings.Builder
	for _, r := range s {
		if e, ok := yamlEscapes[r]; ok {
			b.WriteString(e)
			continue
		}
		switch {
		case r >= ' ' && r <= 0x7f, r > 0x7f && unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02X`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	return b.String()
}
