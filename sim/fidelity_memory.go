package sim

import "heddle/isa"

const (
	transposeReason   = "which lanes exchange which elements is derived, not checked on silicon"
	appendReason      = "the manual names M0 as a base for the global data share only; it is used as one for the LDS, too, with all its bits"
	exchangeReason    = "the address is cut to 16 bits as the manual prints it, which leaves LDS beyond 64 KiB out of reach"
	compareReason     = "where MODE flushes subnormal inputs, the stored value is flushed, too"
	minMaxReason      = "the manual's src0, which counts with signaling NaNs, is taken for the value in memory"
	addReason         = "of two NaNs the one in memory is kept, and lanes that add to the same address do so in ascending order"
	addF32Reason      = addReason + "; subnormals are flushed, as the manual says (§9.2.2, §10.3): LLVM takes it that these chips keep them"
	loadFormatReason  = "not documented: the order of the components of 10 and 11 bits, integers narrowed to 16 bits (here the low bits), combinations of data and number format that the manual does not list"
	storeFormatReason = "rounding and range of conversions to memory are not documented: to nearest even, scaled integers and 10 and 11-bit floats toward zero, integers to the nearest in range"
	dmaReason         = "lanes are 16 bytes apart in the LDS, as the manual says; compilers assume 12"
)

// memoryModels are the memory instructions whose results are not fully known.
var memoryModels = [...]opNote{
	{isa.DS_READ_B64_TR_B4, transposeReason},
	{isa.DS_READ_B96_TR_B6, transposeReason},
	{isa.DS_APPEND, appendReason},
	{isa.DS_CONSUME, appendReason},
	{isa.DS_CONDXCHG32_RTN_B64, exchangeReason},
	{isa.DS_CMPST_F32, compareReason},
	{isa.DS_CMPST_F64, compareReason},
	{isa.DS_CMPST_RTN_F32, compareReason},
	{isa.DS_CMPST_RTN_F64, compareReason},
	{isa.BUFFER_ATOMIC_MAX_F64, minMaxReason},
	{isa.BUFFER_ATOMIC_MIN_F64, minMaxReason},
	{isa.DS_MAX_F32, minMaxReason},
	{isa.DS_MAX_F64, minMaxReason},
	{isa.DS_MAX_RTN_F32, minMaxReason},
	{isa.DS_MAX_RTN_F64, minMaxReason},
	{isa.DS_MIN_F32, minMaxReason},
	{isa.DS_MIN_F64, minMaxReason},
	{isa.DS_MIN_RTN_F32, minMaxReason},
	{isa.DS_MIN_RTN_F64, minMaxReason},
	{isa.FLAT_ATOMIC_MAX_F64, minMaxReason},
	{isa.FLAT_ATOMIC_MIN_F64, minMaxReason},
	{isa.GLOBAL_ATOMIC_MAX_F64, minMaxReason},
	{isa.GLOBAL_ATOMIC_MIN_F64, minMaxReason},
	{isa.BUFFER_ATOMIC_ADD_F32, addF32Reason},
	{isa.BUFFER_ATOMIC_ADD_F64, addReason},
	{isa.BUFFER_ATOMIC_PK_ADD_BF16, addReason},
	{isa.BUFFER_ATOMIC_PK_ADD_F16, addReason},
	{isa.DS_ADD_F32, addReason},
	{isa.DS_ADD_F64, addReason},
	{isa.DS_ADD_RTN_F32, addReason},
	{isa.DS_ADD_RTN_F64, addReason},
	{isa.DS_PK_ADD_BF16, addReason},
	{isa.DS_PK_ADD_F16, addReason},
	{isa.DS_PK_ADD_RTN_BF16, addReason},
	{isa.DS_PK_ADD_RTN_F16, addReason},
	{isa.FLAT_ATOMIC_ADD_F32, addF32Reason},
	{isa.FLAT_ATOMIC_ADD_F64, addReason},
	{isa.FLAT_ATOMIC_PK_ADD_BF16, addReason},
	{isa.FLAT_ATOMIC_PK_ADD_F16, addReason},
	{isa.GLOBAL_ATOMIC_ADD_F32, addF32Reason},
	{isa.GLOBAL_ATOMIC_ADD_F64, addReason},
	{isa.GLOBAL_ATOMIC_PK_ADD_BF16, addReason},
	{isa.GLOBAL_ATOMIC_PK_ADD_F16, addReason},
	{isa.BUFFER_LOAD_FORMAT_D16_HI_X, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_D16_X, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_D16_XY, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_D16_XYZ, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_D16_XYZW, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_X, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_XY, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_XYZ, loadFormatReason},
	{isa.BUFFER_LOAD_FORMAT_XYZW, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_D16_X, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_D16_XY, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_D16_XYZ, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_D16_XYZW, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_X, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_XY, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_XYZ, loadFormatReason},
	{isa.TBUFFER_LOAD_FORMAT_XYZW, loadFormatReason},
	{isa.BUFFER_STORE_FORMAT_D16_HI_X, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_D16_X, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_D16_XY, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_D16_XYZ, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_D16_XYZW, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_X, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_XY, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_XYZ, storeFormatReason},
	{isa.BUFFER_STORE_FORMAT_XYZW, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_D16_X, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_D16_XY, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_D16_XYZ, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_D16_XYZW, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_X, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_XY, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_XYZ, storeFormatReason},
	{isa.TBUFFER_STORE_FORMAT_XYZW, storeFormatReason},
	{isa.GLOBAL_LOAD_LDS_DWORDX3, dmaReason},
}
