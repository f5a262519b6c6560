// Package ir is MLIR: types, attributes, operations, regions; it reads and
// prints the generic form and verifies.
//
// An operation is data: a row of a dialect's table (ops_*.go) with operands,
// results, attributes, regions, traits and rules; the parser, printer and
// verifier go by the rows. An operation without a row is an error with its
// name. Attributes and types of other dialects are kept as text.
package ir
