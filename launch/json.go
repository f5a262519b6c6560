package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/isa"
)

// strict decodes JSON and rejects keys that v does not have.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// launchObjects are the objects of a launch file by their key; "" is the file itself.
var launchObjects = map[string]any{
	"": File{}, "dispatches": Dispatch{}, "args": Arg{}, "expect": Expectation{},
}

// launchKeys returns the keys allowed in the object at path; nil allows any.
func launchKeys(path []string) []string {
	n := len(path)
	switch {
	case n == 0:
		return jsonKeys(launchObjects[""])
	case path[0] != "buffers":
		return jsonKeys(launchObjects[path[n-1]])
	case n == 1: // names of buffers
		return nil
	case n == 2: // a buffer, or one of the values that it is a list of
		return append(jsonKeys(Buffer{}), jsonKeys(Arg{})[1:]...)
	}
	return jsonKeys(Arg{})
}

// jsonKeys are the JSON keys of v.
func jsonKeys(v any) []string {
	if v == nil {
		return nil
	}
	var keys []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// checkLaunchKeys rejects unknown keys, duplicate keys, of which encoding/json would use
// the last, and text after the end.
func checkLaunchKeys(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if err := walkKeys(d, b, nil, 0); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: unexpected text after the end of the object", linePlace(b, d.InputOffset()))
	}
	return nil
}

// jsonDepth is the maximum nesting of a launch file.
const jsonDepth = 64

// walkKeys checks the keys of the next value, which is at path.
func walkKeys(d *json.Decoder, b []byte, path []string, depth int) error {
	if depth > jsonDepth {
		return fmt.Errorf("%s: more than %d levels of brackets", linePlace(b, d.InputOffset()), jsonDepth)
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		for d.More() {
			if err := walkKeys(d, b, path, depth+1); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		known, seen := launchKeys(path), map[string]bool{}
		for d.More() {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			at := linePlace(b, d.InputOffset()-int64(len(key)+len(`""`)))
			if known != nil && !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, key) }) {
				return fmt.Errorf("%s: unknown key %q%s; known keys are %s", at, key, diag.DidYouMean(isa.Nearest(key, known, 1)), strings.Join(known, ", "))
			}
			if seen[key] {
				return fmt.Errorf("%s: duplicate key %q", at, key)
			}
			seen[key] = true
			if err := walkKeys(d, b, append(path, key), depth+1); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = d.Token()
	return err
}

// jsonPlace describes a JSON error with line and column.
func jsonPlace(b []byte, err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(b)) == 0:
		return "the file is empty; a JSON object is expected"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s: the file ends in the middle of JSON", linePlace(b, int64(len(b))))
	case errors.As(err, &syntax):
		return fmt.Sprintf("%s: %v", linePlace(b, syntax.Offset), err)
	case errors.As(err, &kind):
		key, want := "", wanted(kind.Type)
		if kind.Field != "" {
			key = fmt.Sprintf("%q: ", kind.Field)
		}
		if strings.HasPrefix(kind.Field, "buffers") || strings.Contains(kind.Field, ".args") { // decoded apart, with offsets of their own
			if kind.Type.Kind() == reflect.Struct {
				want = "a string or " + want
				if strings.HasSuffix(kind.Field, ".args") {
					want = "a number, " + want
				}
			}
			return fmt.Sprintf("%s%s is not accepted here, %s", key, kind.Value, want)
		}
		return fmt.Sprintf("%s: %s%s is not accepted here, %s", linePlace(b, kind.Offset), key, kind.Value, want)
	}
	return err.Error()
}

// wanted describes the JSON form of a type.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Uint32:
		return "whole numbers are, 0 to 4294967295"
	case reflect.Int, reflect.Int64:
		return "whole numbers are"
	case reflect.Float64:
		return "numbers are"
	case reflect.String:
		return "a string is"
	case reflect.Slice:
		return "a list is"
	}
	return "an object is"
}

// linePlace is the line and column of an offset.
func linePlace(b []byte, offset int64) string {
	before := b[:min(max(offset, 0), int64(len(b)))]
	return fmt.Sprintf("%d:%d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}
