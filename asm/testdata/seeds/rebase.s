	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.set N, 8
	.set src, 4
	.set vOffset, 3
	.text
rebase:
	s_mov_b64 s[N:N+1], s[src:src+1]     ; copy source SRD base
	v_readfirstlane_b32 s[N+3], v[vOffset] ; element offset to SGPR
	s_mul_hi_u32 s[N+2], s[N+3], 4       ; byte offset high (for >4GB)
	s_mul_i32 s[N+3], s[N+3], 4          ; byte offset low
	s_add_u32 s[N], s[N], s[N+3]         ; base_lo += byteOffLo (sets SCC)
	s_addc_u32 s[N+1], s[N+1], s[N+2]    ; base_hi += byteOffHi + carry
	s_mov_b32 s[N+2], 0x7FFFFFF8         ; num_records (tile-sized)
	s_mov_b32 s[N+3], 0x20000            ; stride descriptor
	s_mov_b32 s[N+2], 0xFFFFFFFF
