package launch

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
)

// JSON returns the text of the file, with sizes and arguments on one line each. One line
// is a digest of the others, by which IsGenerated recognizes the file.
func (l *File) JSON() []byte {
	b := l.json()
	_, at, _ := digestLine(b)
	line := fmt.Appendf(nil, "%s%s\",\n", digestKey, digest(b))
	return slices.Insert(b, at, line...)
}

// digestKey begins the line with the digest.
const digestKey = `  "generated": "`

func digest(b []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(b))[:len("sha256:")+16] }

// digestLine finds the position of the line with the digest, after the first two, and the
// line if there is one.
func digestLine(b []byte) (line []byte, at int, ok bool) {
	for range 2 {
		n := bytes.IndexByte(b[at:], '\n')
		if n < 0 {
			return nil, 0, false
		}
		at += n + 1
	}
	line, _, ok = bytes.Cut(b[at:], []byte("\n"))
	return line, at, ok && bytes.HasPrefix(line, []byte(digestKey))
}

// IsGenerated reports whether a launch file is unchanged since JSON wrote it.
func IsGenerated(b []byte) bool {
	line, at, ok := digestLine(b)
	if !ok {
		return false
	}
	rest := slices.Concat(b[:at], b[at+len(line)+1:])
	return string(line) == digestKey+digest(rest)+`",`
}

// MarshalJSON is JSON for encoding/json.
func (l *File) MarshalJSON() ([]byte, error) { return l.JSON(), nil }

// json is the file without the digest.
func (l *File) json() []byte {
	type plain File // without methods
	file := plain(*l)
	file.Generated = ""
	return append(spread(nil, quoted(file), 0), '\n')
}

// spread appends JSON in which the file's members, their members, and values that contain
// lists or objects are on separate lines.
func spread(b []byte, raw json.RawMessage, depth int) []byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	token, _ := d.Token() // raw is our own JSON, here and below
	bracket, ok := token.(json.Delim)
	if !ok {
		return append(b, raw...)
	}
	var keys []json.Token
	var members []json.RawMessage
	for d.More() {
		if bracket == '{' {
			key, _ := d.Token()
			keys = append(keys, key)
		}
		var member json.RawMessage
		_ = d.Decode(&member)
		members = append(members, member)
	}
	inner := func(m json.RawMessage) bool { return m[0] == '{' || m[0] == '[' }
	if depth > 1 && members != nil && !slices.ContainsFunc(members, inner) {
		return append(b, raw...)
	}
	b = append(b, byte(bracket))
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "\n%*s", 2*depth+2, "")
		if keys != nil {
			b = fmt.Appendf(b, "%s: ", quoted(keys[i]))
		}
		b = spread(b, m, depth+1)
	}
	return fmt.Appendf(b, "\n%*s%c", 2*depth, "", raw[len(raw)-1])
}

// quoted is v in JSON with < and > unescaped, because MLIR types contain them.
func quoted(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("BUG: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
