package sim

import (
	"heddle/isa"
	simd "heddle/sim/lanes"
)

// quickOp is the kernel of an instruction.
type quickOp struct {
	kernel simd.Op
	swap   bool  // the kernel takes the first two sources the other way round
	float  bool  // it has results or sources that MODE rules
	wide   uint8 // sources of 64 bits, bit k for source k
}

// quickOps are the instructions that kernels execute, comparisons and those
// with lane masks apart.
var quickOps = [...]quickOp{
	isa.V_MOV_B32:           {kernel: simd.Mov},
	isa.V_ACCVGPR_READ_B32:  {kernel: simd.Mov},
	isa.V_ACCVGPR_WRITE_B32: {kernel: simd.Mov},
	isa.V_ACCVGPR_MOV_B32:   {kernel: simd.Mov},
	isa.V_MOV_B64:           {kernel: simd.Mov64, wide: 1},
	isa.V_NOT_B32:           {kernel: simd.Not},
	isa.V_AND_B32:           {kernel: simd.And},
	isa.V_OR_B32:            {kernel: simd.Or},
	isa.V_XOR_B32:           {kernel: simd.Xor},
	isa.V_XNOR_B32:          {kernel: simd.Xnor},
	isa.V_OR3_B32:           {kernel: simd.Or3},
	isa.V_AND_OR_B32:        {kernel: simd.AndOr},
	isa.V_BFI_B32:           {kernel: simd.Bfi},

	isa.V_ADD_U32:    {kernel: simd.Add},
	isa.V_ADD_I32:    {kernel: simd.Add},
	isa.V_SUB_U32:    {kernel: simd.Sub},
	isa.V_SUB_I32:    {kernel: simd.Sub},
	isa.V_SUBREV_U32: {kernel: simd.Sub, swap: true},
	isa.V_ADD3_U32:   {kernel: simd.Add3},
	isa.V_XAD_U32:    {kernel: simd.Xad},

	isa.V_LSHLREV_B32:  {kernel: simd.Shl, swap: true},
	isa.V_LSHRREV_B32:  {kernel: simd.ShrU, swap: true},
	isa.V_ASHRREV_I32:  {kernel: simd.ShrI, swap: true},
	isa.V_LSHL_ADD_U32: {kernel: simd.ShlAdd},
	isa.V_ADD_LSHL_U32: {kernel: simd.AddShl},
	isa.V_LSHL_OR_B32:  {kernel: simd.ShlOr},

	isa.V_ADD_F32:    {kernel: simd.AddF32, float: true},
	isa.V_SUB_F32:    {kernel: simd.SubF32, float: true},
	isa.V_SUBREV_F32: {kernel: simd.SubF32, float: true, swap: true},
	isa.V_MUL_F32:    {kernel: simd.MulF32, float: true},
	isa.V_FMA_F32:    {kernel: simd.FMAF32, float: true},
	isa.V_FMAC_F32:   {kernel: simd.FMAF32, float: true},
	isa.V_FMAMK_F32:  {kernel: simd.FMAF32, float: true},
	isa.V_FMAAK_F32:  {kernel: simd.FMAF32, float: true},
	isa.V_PK_FMA_F32: {kernel: simd.FMAPair, float: true, wide: 7},
	isa.V_FMA_F64:    {kernel: simd.FMAF64, float: true, wide: 7},
	isa.V_FMAC_F64:   {kernel: simd.FMAF64, float: true, wide: 7},
}
