package diag

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestFieldError: a caller names the fields, those of an error inside too, and what
// the error is about can be found.
func TestFieldError(t *testing.T) {
	inner := Fieldf("%s: %w", Field("grid"), io.EOF)
	err := Usagef("%s %s: %w", Field("against"), "interp", inner)
	var e *FieldError
	if !errors.As(err, &e) || !e.Usage || !errors.Is(err, io.EOF) {
		t.Fatalf("%#v", err)
	}
	if got, want := err.Error(), "against interp: grid: EOF"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := e.Text(func(f Field) string { return "--" + strings.ToUpper(string(f)) }), "--AGAINST interp: --GRID: EOF"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
