// Package attention is the forward pass of attention: the problem, its inputs, and the exact
// result to compare with.
package attention
