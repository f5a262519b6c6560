// Package gemm is matrix multiplication (GEMM): the problem, the kernels that solve it
// (written in package tile), and the exact result to compare with.
package gemm
