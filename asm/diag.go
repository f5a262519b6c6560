package asm

import "heddle/diag"

// MaxDiagnostics is the number of errors (and of warnings) that are kept with their text; the rest
// are only counted.
const MaxDiagnostics = diag.Max

// maxErrors is the number of errors after which reading stops.
const maxErrors = 1000

// Diagnostic is one message about a place in the source.
type Diagnostic = diag.Diagnostic

// Frame is one step from an expanded line back to the source file.
type Frame = diag.Frame

// Diagnostics are the errors, or the warnings, of a file.
type Diagnostics = diag.List
