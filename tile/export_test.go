package tile

import "heddle/ir"

// LoadRows loads rows of 64 dwords directly to LDS, one for each wave at a time.
func (s *LDS) LoadRows(t *Tensor, buffer, row, col Index) {
	k := s.k
	for i := 0; i < s.rows; i += k.waves {
		r := k.Wave().Plus(I(int64(i)))
		k.do("amdgpu.gather_to_lds", []*ir.Value{t.resource(), k.value(row.Plus(r)), k.value(col.Plus(k.Lane())), s.arg, k.value(buffer), k.value(r), k.value(I(0))},
			append(k.async(), attr("operandSegmentSizes", ir.DenseArray(ir.I32, 1, 2, 1, 3)), attr("transferType", &ir.TypeAttr{Type: s.elem}))...)
	}
}
