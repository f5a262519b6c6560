package tiling

import (
	"fmt"
	"strings"
)

// Kind says what a loop of a contraction is for.
type Kind uint8

// The kinds of loops.
const (
	// Batch loops index A, B and the result, M loops A and the result, N loops B and the result, K
	// loops A and B.
	Batch Kind = iota
	M
	N
	K
	// Window loops are those over the filter of a convolution that is not made a contraction: sums
	// that no matrix instruction sees.
	Window
)

// String is the letter of the kind.
func (k Kind) String() string { return [...]string{"batch", "M", "N", "K", "window"}[k] }

// Dynamic is the size of a loop that is not known when a kernel is compiled.
const Dynamic = -1

// Dim is a loop of a contraction.
type Dim struct {
	Kind Kind
	Size int64 // at least 1, or Dynamic
}

// Type is an element type.
type Type struct {
	Name string
	Bits int
}

// The element types that matrix instructions take, with IREE's difference between the two formats of
// 8-bit floats: fnuz without infinities and negative zero, and those of the OCP.
var Types = []Type{
	{"f64", 64}, {"f32", 32}, {"f16", 16}, {"bf16", 16}, {"f8", 8}, {"bf8", 8}, {"f8fnuz", 8}, {"bf8fnuz", 8},
	{"f6", 6}, {"f4", 4}, {"i32", 32}, {"i8", 8},
}

// TypeNamed returns the type with a name of Types.
func TypeNamed(name string) (Type, error) {
	var names []string
	for _, t := range Types {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Type{}, fmt.Errorf("unknown type %q; the types are %s", name, strings.Join(names, ", "))
}

// SumType is the type in which products of a type are summed.
func SumType(t Type) Type {
	switch {
	case !t.float():
		return Type{"i32", 32}
	case t.Bits == 64:
		return t
	}
	return Type{"f32", 32}
}

// float reports whether the elements are floats.
func (t Type) float() bool { return !strings.HasPrefix(t.Name, "i") }

// Op says what a contraction was, which decides the seeds and whether bounds may be padded.
type Op uint8

// The operations.
const (
	// Contraction is a matrix multiplication, possibly with several loops of each kind.
	Contraction Op = iota
	// Im2col is a convolution made a contraction (Conv).
	Im2col
	// DirectConv is a convolution whose filter loops stay.
	DirectConv
)

// Problem is a contraction: D[batch, m, n] = sum over k of A[batch, m, k] * B[batch, k, n].
type Problem struct {
	Op Op
	// Dims are the loops, outermost first. There is at least one M, N and K. Scaled problems have two
	// K at the end: blocks, and elements of a block, which share a scale.
	Dims []Dim
	// A, B and Acc are the types of the factors and of the sums.
	A, B, Acc Type
	// TransA: the innermost K is not the last index of A. TransB: the innermost N is not the last
	// index of B, so B stored as N x K is transposed.
	TransA, TransB bool
	// Scaled types have a scale of 8 bits for each block of elements along K.
	Scaled bool
	// Accumulate says that sums start from data in memory that the kernel also writes.
	Accumulate bool
	// SplitK is the number of parts of a K that is split; 0 is 1.
	SplitK int64
	// Fused is the number of products with the same A that are computed together; 0 is 1.
	Fused int64
}

// GEMM is the problem of a matrix multiplication; batch 0 or 1 is none. For scaled types K is divided
// into blocks of 32.
func GEMM(m, n, k, batch int64, a, b, acc Type, transA, transB bool) *Problem {
	p := &Problem{A: a, B: b, Acc: acc, TransA: transA, TransB: transB}
	if batch > 1 {
		p.Dims = append(p.Dims, Dim{Batch, batch})
	}
	p.Dims = append(p.Dims, Dim{M, m}, Dim{N, n}, Dim{K, k})
	return p
}

// ScaleBlock is the number of elements along K that share a scale.
const ScaleBlock = 32

// ScaleBits is the size of a scale.
const ScaleBits = 8

// ScaledGEMM is GEMM for scaled types: K is divided into blocks of ScaleBlock, the last of which may
// be partly used.
func ScaledGEMM(m, n, k, batch int64, a, b, acc Type, transA, transB bool) *Problem {
	p := GEMM(m, n, ceil(k, ScaleBlock), batch, a, b, acc, transA, transB)
	p.Scaled = true
	p.Dims = append(p.Dims, Dim{K, ScaleBlock})
	return p
}

// Check returns an error if the problem is none.
func (p *Problem) Check() error {
	count := [Window + 1]int{}
	for i, d := range p.Dims {
		if d.Kind > Window {
			return fmt.Errorf("loop %d is of no known kind", i)
		}
		if d.Size < 1 && d.Size != Dynamic {
			return fmt.Errorf("loop %d, of %s, has a size of %d; need at least 1, or Dynamic", i, d.Kind, d.Size)
		}
		count[d.Kind]++
	}
	for _, k := range []Kind{M, N, K} {
		if count[k] == 0 {
			return fmt.Errorf("a contraction needs a loop of each of M, N and K; there is none of %s", k)
		}
	}
	if p.Scaled && count[K] < 2 {
		return fmt.Errorf("a scaled contraction needs two loops of K: blocks, and elements of a block")
	}
	for _, t := range []Type{p.A, p.B, p.Acc} {
		if t.Bits < 1 || t.Bits > 128 {
			return fmt.Errorf("type %q has %d bits; need 1 to 128", t.Name, t.Bits)
		}
	}
	if p.SplitK < 0 || p.Fused < 0 {
		return fmt.Errorf("SplitK %d and Fused %d are not negative", p.SplitK, p.Fused)
	}
	return nil
}

// sizes are the sizes of the loops of a kind, outermost first, without those that are not known.
func (p *Problem) sizes(k Kind) []int64 {
	var list []int64
	for _, d := range p.Dims {
		if d.Kind == k && d.Size != Dynamic {
			list = append(list, d.Size)
		}
	}
	return list
}

// innermost is the size of the last loop of a kind, 1 if there is none.
func (p *Problem) innermost(k Kind) int64 {
	size := int64(1)
	for _, d := range p.Dims {
		if d.Kind == k {
			size = d.Size
		}
	}
	return size
}

// dynamic reports whether the size of some loop is not known.
func (p *Problem) dynamic() bool {
	for _, d := range p.Dims {
		if d.Size == Dynamic {
			return true
		}
	}
	return false
}

func (p *Problem) fused() int64 { return max(1, p.Fused) }

// String is the problem in a line.
func (p *Problem) String() string {
	var parts []string
	for _, k := range []Kind{Batch, M, N, K, Window} {
		var sizes []string
		for _, d := range p.Dims {
			if d.Kind == k {
				s := fmt.Sprint(d.Size)
				if d.Size == Dynamic {
					s = "?"
				}
				sizes = append(sizes, s)
			}
		}
		if sizes != nil {
			parts = append(parts, k.String()+" "+strings.Join(sizes, "x"))
		}
	}
	letters := map[bool]string{false: "n", true: "t"}
	return fmt.Sprintf("%s, %s x %s -> %s, %s%s", strings.Join(parts, ", "), p.A.Name, p.B.Name, p.Acc.Name, letters[p.TransA], letters[p.TransB])
}
