package codegen

// ref is a memref in registers.
type ref struct{}
