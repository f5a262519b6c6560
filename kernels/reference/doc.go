// Package reference is what the references of kernels share: contents of tensors, random ones
// too, their decoding into float64, and sums in float64 on all cores.
package reference
