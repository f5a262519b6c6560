package sim

import "heddle/isa"

// integerModels are the instructions of this group whose results are a model:
// no source says what the hardware computes to the last bit.
var integerModels = [...]opNote{
	{isa.V_DOT2_F32_F16, dotModel},
	{isa.V_DOT2C_F32_F16, dotModel},
	{isa.V_DOT2_F32_BF16, dotModel},
	{isa.V_DOT2C_F32_BF16, dotModel},
	{isa.V_PERMLANE16_SWAP_B32, swapModel},
	{isa.V_PERMLANE32_SWAP_B32, swapModel},
	{isa.V_SCREEN_PARTITION_4SE_B32, "the CDNA manuals do not print the table; this is Vega's"},
}

const (
	dotModel  = "the precision between its additions is not documented: a chain of fused multiply-adds in f32, nearest even, subnormals flushed"
	swapModel = "what a lane gets whose partner is inactive is not documented: fi and bound_ctrl decide, as in DPP; exact with all lanes active"
)
