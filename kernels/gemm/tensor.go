package gemm

import "slices"

// ScaleBlock is the number of elements along K that share a scale.
const ScaleBlock = 32

// Matrix is where the elements of a tensor of a problem are, batch by batch, row
// by row, in elements. Memory is little-endian; elements of 6 and 4 bits are packed
// without gaps, the first one in the lowest bits, and rows and batches of them start
// at whole bytes. Scales are E8M0, a row of them for each row of A or column of B.
type Matrix struct {
	Type       *Type
	Rows, Cols int64 // as stored
	LD         int64 // from a row to the next
	Stride     int64 // from a batch to the next; 0 where all batches share one matrix
	Batch      int64
}

// Bytes is the size up to the end of the last element; there is no gap after the
// last row.
func (m Matrix) Bytes() int64 {
	return bytesOf((m.Batch-1)*m.Stride+(m.Rows-1)*m.LD+m.Cols, m.Type)
}

func bytesOf(elements int64, t *Type) int64 {
	g := t.group()
	return elements/g*(g*int64(t.Bits)/8) + (elements%g*int64(t.Bits)+7)/8
}

// Index is the number of the element before an element.
func (m Matrix) Index(batch, row, col int64) int64 { return batch*m.Stride + row*m.LD + col }

// Offset is the offset of an element in bytes; of the byte in which it begins.
func (m Matrix) Offset(batch, row, col int64) int64 {
	g, i := m.Type.group(), m.Index(batch, row, col)
	return i/g*(g*int64(m.Type.Bits)/8) + i%g*int64(m.Type.Bits)/8
}

// rowBytes is how many bytes a row is from the next.
func (m Matrix) rowBytes() int64 { return bytesOf(m.LD, m.Type) }

// Overlaps reports whether two batches have an element in common. Those of a
// matrix for all do not count.
func (m Matrix) Overlaps() bool {
	if m.Stride == 0 {
		return false
	}
	for batch := int64(1); batch < m.Batch; batch++ {
		// The rows of batch 0 that are next to the first row of this one.
		at := batch * m.Stride
		row := min(at/m.LD, m.Rows-1)
		if at-row*m.LD < m.Cols || row+1 < m.Rows && (row+1)*m.LD-at < m.Cols {
			return true
		}
		if row == m.Rows-1 {
			return false // so are all that follow
		}
	}
	return false
}

// Tensors are the names of the tensors in use: a, b, then c, d, bias, scale_a and
// scale_b. The problem must be normalized, here and below.
func (p *Problem) Tensors() []string {
	names := []string{"a", "b"}
	if p.Beta != 0 {
		names = append(names, "c")
	}
	names = append(names, "d")
	if p.Bias {
		names = append(names, "bias")
	}
	if p.A.Scaled {
		names = append(names, "scale_a", "scale_b")
	}
	return names
}

// Tensor returns a tensor by its name; ok reports whether the problem has it.
func (p *Problem) Tensor(name string) (m Matrix, ok bool) {
	if !slices.Contains(p.Tensors(), name) {
		return Matrix{}, false
	}
	switch name {
	case "a":
		m = p.stored(p.A, p.M, p.K, p.Layout.TransA(), p.LDA, p.StrideA)
	case "b":
		m = p.stored(p.B, p.K, p.N, p.Layout.TransB(), p.LDB, p.StrideB)
	case "c":
		m = p.stored(p.Out, p.M, p.N, false, p.LDC, p.StrideC)
	case "d":
		m = p.stored(p.Out, p.M, p.N, false, p.LDD, p.StrideD)
	case "bias":
		m = Matrix{Type: p.BiasType(), Rows: 1, Cols: p.N, LD: p.N, Batch: p.Batch}
	case "scale_a":
		m = p.scales(p.M, p.StrideA)
	case "scale_b":
		m = p.scales(p.N, p.StrideB)
	}
	return m, true
}

// stored is a matrix of the product; trans has its rows as columns.
func (p *Problem) stored(t *Type, rows, cols int64, trans bool, ld, stride int64) Matrix {
	if trans {
		rows, cols = cols, rows
	}
	return Matrix{Type: t, Rows: rows, Cols: cols, LD: ld, Stride: max(stride, 0), Batch: p.Batch}
}

// scales are those of rows rows along K: without gaps, and shared as the matrix is.
func (p *Problem) scales(rows, stride int64) Matrix {
	cols := (p.K + ScaleBlock - 1) / ScaleBlock
	m := Matrix{Type: scaleType, Rows: rows, Cols: cols, LD: cols, Stride: rows * cols, Batch: p.Batch}
	if stride == SharedStride {
		m.Stride = 0
	}
	return m
}

// BiasType is the type of the bias: f64 for f64, i32 if the result is i32, otherwise
// f32.
func (p *Problem) BiasType() *Type {
	switch p.Out.Name {
	case "f64", "i32":
		return p.Out
	}
	return named("f32")
}

// Integers reports whether everything is computed in integers, modulo 2^32: i8
// into i32, alpha and beta integers, no scale, and no activation but relu.
// Otherwise products of i8 are summed in i32, and what follows is computed in f32
// and, for i32, rounded to the nearest integer (ties to even), saturating.
func (p *Problem) Integers() bool {
	return p.Out.Name == "i32" && isInt32(p.Alpha) && isInt32(p.Beta) && p.Scale == 1 && (p.Act == None || p.Act == ReLU)
}

func isInt32(x float64) bool { return x >= -1<<31 && x < 1<<31 && x == float64(int64(x)) }
