package diag

import (
	"errors"
	"fmt"
	"slices"
)

// Field is a field of a structure in an error about it: a caller may call it
// something else, a flag for example.
type Field string

// FieldError is an error that names fields.
type FieldError struct {
	// Usage says that the caller has asked for what cannot be; otherwise a file is
	// to blame.
	Usage bool

	format string
	args   []any
}

// Fieldf makes an error whose arguments may be Fields.
func Fieldf(format string, args ...any) error { return &FieldError{false, format, args} }

// Usagef makes such an error that is the caller's.
func Usagef(format string, args ...any) error { return &FieldError{true, format, args} }

// Error is the text with the fields by their names.
func (e *FieldError) Error() string { return fmt.Errorf(e.format, e.args...).Error() }

// Unwrap is the error that this one is about, if there is one.
func (e *FieldError) Unwrap() error { return errors.Unwrap(fmt.Errorf(e.format, e.args...)) }

// Text is the text with the names that the caller has for fields.
func (e *FieldError) Text(name func(Field) string) string {
	args := slices.Clone(e.args)
	for i, a := range args {
		switch a := a.(type) {
		case Field:
			args[i] = name(a)
		case *FieldError:
			args[i] = errors.New(a.Text(name))
		}
	}
	return fmt.Errorf(e.format, args...).Error()
}
