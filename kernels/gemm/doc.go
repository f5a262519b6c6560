// Package gemm is the product of matrices: what a problem is, the kernel that
// solves it (written in package tile), and the exact result to compare with.
package gemm
