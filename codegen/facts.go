package codegen

import "heddle/ir"

// What the analyses know about values (package flow).

// uniform reports whether a value is the same for all lanes.
func (k *kernel) uniform(v *ir.Value) bool { return false }

// fitsU32 and fitsS32 report whether an integer's upper dword is known.
func (k *kernel) fitsU32(v *ir.Value) bool { return false }
func (k *kernel) fitsS32(v *ir.Value) bool { return false }

// sumFitsU32 and sumFitsS32 report the same of the sum of two integers.
func (k *kernel) sumFitsU32(a, b *ir.Value) bool { return false }
func (k *kernel) sumFitsS32(a, b *ir.Value) bool { return false }

// alwaysLess reports whether a loop's lower bound is below its upper bound.
func (k *kernel) alwaysLess(lower, upper *ir.Value, loop *ir.Operation) bool { return false }
