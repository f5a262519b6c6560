package sim

import (
	"strings"
	"testing"

	"heddle/isa"
)

const (
	memText  = "f1e2d3c4b5a69788796a5b4c3d2e1f80"
	memZeros = "00000000000000000000000000000000"
)

var memStoreData = []uint32{0xf1e2d3c4, 0xb5a69788, 0x796a5b4c, 0x3d2e1f80}

const bytesUint = 10 | numUint<<4 // 8_8_8_8, unsigned integers

// memCases has at least one access for each memory instruction, with values
// worked out by hand from the pseudo-code of the ISA manual (§12.12 to §12.15).
var memCases = []memCase{
	{name: "load_ubyte", mem: memText, ret: []uint32{0xf1}},
	{name: "load_sbyte", mem: memText, ret: []uint32{0xfffffff1}},
	{name: "load_ushort", mem: memText, ret: []uint32{0xe2f1}},
	{name: "load_sshort", mem: memText, ret: []uint32{0xffffe2f1}},
	{name: "load_dword", mem: memText, ret: []uint32{0xc4d3e2f1}},
	{name: "load_dwordx2", mem: memText, ret: []uint32{0xc4d3e2f1, 0x8897a6b5}},
	{name: "load_dwordx3", mem: memText, ret: []uint32{0xc4d3e2f1, 0x8897a6b5, 0x4c5b6a79}},
	{name: "load_dwordx4", mem: memText, ret: []uint32{0xc4d3e2f1, 0x8897a6b5, 0x4c5b6a79, 0x801f2e3d}},
	// The other half becomes 0: facts isa/semantics.md §1.
	{name: "load_ubyte_d16", mem: memText, ret: []uint32{0xf1}},
	{name: "load_ubyte_d16_hi", mem: memText, ret: []uint32{0xf10000}},
	{name: "load_sbyte_d16", mem: memText, ret: []uint32{0xfff1}},
	{name: "load_sbyte_d16_hi", mem: memText, ret: []uint32{0xfff10000}},
	{name: "load_short_d16", mem: memText, ret: []uint32{0xe2f1}},
	{name: "load_short_d16_hi", mem: memText, ret: []uint32{0xe2f10000}},

	{name: "store_byte", mem: memZeros, data: memStoreData, after: "c4000000000000000000000000000000"},
	{name: "store_byte_d16_hi", mem: memZeros, data: memStoreData, after: "e2000000000000000000000000000000"},
	{name: "store_short", mem: memZeros, data: memStoreData, after: "c4d30000000000000000000000000000"},
	{name: "store_short_d16_hi", mem: memZeros, data: memStoreData, after: "e2f10000000000000000000000000000"},
	{name: "store_dword", mem: memZeros, data: memStoreData, after: "c4d3e2f1000000000000000000000000"},
	{name: "store_dwordx2", mem: memZeros, data: memStoreData, after: "c4d3e2f18897a6b50000000000000000"},
	{name: "store_dwordx3", mem: memZeros, data: memStoreData, after: "c4d3e2f18897a6b54c5b6a7900000000"},
	{name: "store_dwordx4", mem: memZeros, data: memStoreData, after: "c4d3e2f18897a6b54c5b6a79801f2e3d"},

	{name: "load_format_x", format: bytesUint, mem: "0102fe80", ret: []uint32{1}},
	{name: "load_format_xy", format: bytesUint, mem: "0102fe80", ret: []uint32{1, 2}},
	{name: "load_format_xyz", format: bytesUint, mem: "0102fe80", ret: []uint32{1, 2, 0xfe}},
	{name: "load_format_xyzw", format: bytesUint, mem: "0102fe80", ret: []uint32{1, 2, 0xfe, 0x80}},
	{name: "load_format_d16_x", format: bytesUint, mem: "0102fe80", ret: []uint32{1}},
	{name: "load_format_d16_hi_x", format: bytesUint, mem: "0102fe80", ret: []uint32{0x10000}},
	{name: "load_format_d16_xy", format: bytesUint, mem: "0102fe80", ret: []uint32{0x20001}},
	{name: "load_format_d16_xyz", format: bytesUint, mem: "0102fe80", ret: []uint32{0x20001, 0xfe}},
	{name: "load_format_d16_xyzw", format: bytesUint, mem: "0102fe80", ret: []uint32{0x20001, 0x8000fe}},
	{name: "store_format_x", format: bytesUint, mem: "aaaaaaaa", data: []uint32{1, 2, 3, 4}, after: "01aaaaaa"},
	{name: "store_format_xy", format: bytesUint, mem: "aaaaaaaa", data: []uint32{1, 2, 3, 4}, after: "0102aaaa"},
	{name: "store_format_xyz", format: bytesUint, mem: "aaaaaaaa", data: []uint32{1, 2, 3, 4}, after: "010203aa"},
	{name: "store_format_xyzw", format: bytesUint, mem: "aaaaaaaa", data: []uint32{1, 2, 3, 4}, after: "01020304"},
	{name: "store_format_d16_x", format: bytesUint, mem: "aaaaaaaa", data: []uint32{0x20001, 0x40003}, after: "01aaaaaa"},
	{name: "store_format_d16_hi_x", format: bytesUint, mem: "aaaaaaaa", data: []uint32{0x20001, 0x40003}, after: "02aaaaaa"},
	{name: "store_format_d16_xy", format: bytesUint, mem: "aaaaaaaa", data: []uint32{0x20001, 0x40003}, after: "0102aaaa"},
	{name: "store_format_d16_xyz", format: bytesUint, mem: "aaaaaaaa", data: []uint32{0x20001, 0x40003}, after: "010203aa"},
	{name: "store_format_d16_xyzw", format: bytesUint, mem: "aaaaaaaa", data: []uint32{0x20001, 0x40003}, after: "01020304"},

	{name: "atomic_swap", mem: "05000000", data: []uint32{0x11223344}, after: "44332211", ret: []uint32{5}},
	{name: "atomic_cmpswap", mem: "05000000", data: []uint32{0x11223344, 5}, after: "44332211", ret: []uint32{5}},
	{name: "atomic_cmpswap", mem: "05000000", data: []uint32{5, 0x11223344}, ret: []uint32{5}},
	{name: "atomic_add", mem: "feffffff", data: []uint32{3}, after: "01000000", ret: []uint32{0xfffffffe}},
	{name: "atomic_sub", mem: "02000000", data: []uint32{3}, after: "ffffffff", ret: []uint32{2}},
	{name: "atomic_smin", mem: "01000000", data: []uint32{0xfffffffb}, after: "fbffffff", ret: []uint32{1}},
	{name: "atomic_umin", mem: "01000000", data: []uint32{0xfffffffb}, ret: []uint32{1}},
	{name: "atomic_umin", mem: "ffffffff", data: []uint32{1}, after: "01000000", ret: []uint32{0xffffffff}},
	{name: "atomic_smax", mem: "ffffffff", data: []uint32{1}, after: "01000000", ret: []uint32{0xffffffff}},
	{name: "atomic_umax", mem: "ffffffff", data: []uint32{1}, ret: []uint32{0xffffffff}},
	{name: "atomic_umax", mem: "01000000", data: []uint32{0x80000000}, after: "00000080", ret: []uint32{1}},
	{name: "atomic_and", mem: "00ff00ff", data: []uint32{0x0ff00ff0}, after: "000f000f", ret: []uint32{0xff00ff00}},
	{name: "atomic_or", mem: "00ff00ff", data: []uint32{0x0ff00ff0}, after: "f0fff0ff", ret: []uint32{0xff00ff00}},
	{name: "atomic_xor", mem: "00ff00ff", data: []uint32{0x0ff00ff0}, after: "f0f0f0f0", ret: []uint32{0xff00ff00}},
	{name: "atomic_inc", mem: "04000000", data: []uint32{5}, after: "05000000", ret: []uint32{4}},
	{name: "atomic_inc", mem: "05000000", data: []uint32{5}, after: "00000000", ret: []uint32{5}},
	{name: "atomic_inc", mem: "09000000", data: []uint32{5}, after: "00000000", ret: []uint32{9}},
	{name: "atomic_dec", mem: "05000000", data: []uint32{5}, after: "04000000", ret: []uint32{5}},
	{name: "atomic_dec", mem: "00000000", data: []uint32{5}, after: "05000000", ret: []uint32{0}},
	{name: "atomic_dec", mem: "09000000", data: []uint32{5}, after: "05000000", ret: []uint32{9}},
	// 1.5 + 2.25 = 3.75; {-1, 1} + {0.5, 2} = {-0.5, 3}.
	{name: "atomic_add_f32", mem: "0000c03f", data: []uint32{0x40100000}, after: "00007040", ret: []uint32{0x3fc00000}},
	{name: "atomic_pk_add_f16", mem: "003c00bc", data: []uint32{0x38004000}, after: "004200b8", ret: []uint32{0xbc003c00}},
	{name: "atomic_pk_add_bf16", mem: "803f80bf", data: []uint32{0x3f004000}, after: "404000bf", ret: []uint32{0xbf803f80}},
	{name: "atomic_add_f64", mem: "000000000000f83f", data: []uint32{0, 0x40020000}, after: "0000000000000e40", ret: []uint32{0, 0x3ff80000}},
	{name: "atomic_min_f64", mem: "000000000000f03f", data: []uint32{0, 0xc0000000}, after: "00000000000000c0", ret: []uint32{0, 0x3ff00000}},
	{name: "atomic_max_f64", mem: "000000000000f03f", data: []uint32{0, 0xc0000000}, ret: []uint32{0, 0x3ff00000}},
	{name: "atomic_max_f64", mem: "000000000000f03f", data: []uint32{0, 0x40000000}, after: "0000000000000040", ret: []uint32{0, 0x3ff00000}},
	{name: "atomic_swap_x2", mem: "0500000001000000", data: []uint32{0x55667788, 0x11223344}, after: "8877665544332211", ret: []uint32{5, 1}},
	{name: "atomic_cmpswap_x2", mem: "0500000001000000", data: []uint32{0x55667788, 0x11223344, 5, 1}, after: "8877665544332211", ret: []uint32{5, 1}},
	{name: "atomic_cmpswap_x2", mem: "0500000001000000", data: []uint32{0x55667788, 0x11223344, 5, 2}, ret: []uint32{5, 1}},
	{name: "atomic_add_x2", mem: "ffffffff00000000", data: []uint32{1, 0}, after: "0000000001000000", ret: []uint32{0xffffffff, 0}},
	{name: "atomic_sub_x2", mem: "0000000000000000", data: []uint32{1, 0}, after: "ffffffffffffffff", ret: []uint32{0, 0}},
	{name: "atomic_smin_x2", mem: "0100000000000000", data: []uint32{0xfffffffb, 0xffffffff}, after: "fbffffffffffffff", ret: []uint32{1, 0}},
	{name: "atomic_umin_x2", mem: "0000000001000000", data: []uint32{0xffffffff, 0}, after: "ffffffff00000000", ret: []uint32{0, 1}},
	{name: "atomic_smax_x2", mem: "ffffffffffffffff", data: []uint32{1, 0}, after: "0100000000000000", ret: []uint32{0xffffffff, 0xffffffff}},
	{name: "atomic_umax_x2", mem: "0000000001000000", data: []uint32{0xffffffff, 0}, ret: []uint32{0, 1}},
	{name: "atomic_umax_x2", mem: "ffffffff00000000", data: []uint32{0, 1}, after: "0000000001000000", ret: []uint32{0xffffffff, 0}},
	{name: "atomic_and_x2", mem: "00ff00ff00ff00ff", data: []uint32{0x0ff00ff0, 0xffff0000}, after: "000f000f000000ff", ret: []uint32{0xff00ff00, 0xff00ff00}},
	{name: "atomic_or_x2", mem: "00ff00ff00ff00ff", data: []uint32{0x0ff00ff0, 0xffff0000}, after: "f0fff0ff00ffffff", ret: []uint32{0xff00ff00, 0xff00ff00}},
	{name: "atomic_xor_x2", mem: "00ff00ff00ff00ff", data: []uint32{0x0ff00ff0, 0xffff0000}, after: "f0f0f0f000ffff00", ret: []uint32{0xff00ff00, 0xff00ff00}},
	{name: "atomic_inc_x2", mem: "ffffffff00000000", data: []uint32{0, 5}, after: "0000000001000000", ret: []uint32{0xffffffff, 0}},
	{name: "atomic_inc_x2", mem: "0000000005000000", data: []uint32{0, 5}, after: "0000000000000000", ret: []uint32{0, 5}},
	{name: "atomic_dec_x2", mem: "0000000001000000", data: []uint32{0, 5}, after: "ffffffff00000000", ret: []uint32{0, 1}},
	{name: "atomic_dec_x2", mem: "0000000000000000", data: []uint32{0, 5}, after: "0000000005000000", ret: []uint32{0, 0}},

	{name: "ds_read_u8", mem: memText, ret: []uint32{0xf1}},
	{name: "ds_read_i8", mem: memText, ret: []uint32{0xfffffff1}},
	{name: "ds_read_u16", mem: memText, ret: []uint32{0xe2f1}},
	{name: "ds_read_i16", mem: memText, ret: []uint32{0xffffe2f1}},
	{name: "ds_read_b32", mem: memText, ret: []uint32{0xc4d3e2f1}},
	{name: "ds_read_b64", mem: memText, ret: []uint32{0xc4d3e2f1, 0x8897a6b5}},
	{name: "ds_read_b96", mem: memText, ret: []uint32{0xc4d3e2f1, 0x8897a6b5, 0x4c5b6a79}},
	{name: "ds_read_b128", mem: memText, ret: []uint32{0xc4d3e2f1, 0x8897a6b5, 0x4c5b6a79, 0x801f2e3d}},
	{name: "ds_read_u8_d16", mem: memText, ret: []uint32{0xf1}},
	{name: "ds_read_u8_d16_hi", mem: memText, ret: []uint32{0xf10000}},
	{name: "ds_read_i8_d16", mem: memText, ret: []uint32{0xfff1}},
	{name: "ds_read_i8_d16_hi", mem: memText, ret: []uint32{0xfff10000}},
	{name: "ds_read_u16_d16", mem: memText, ret: []uint32{0xe2f1}},
	{name: "ds_read_u16_d16_hi", mem: memText, ret: []uint32{0xe2f10000}},
	{name: "ds_write_b8", mem: memZeros, data: memStoreData, after: "c4000000000000000000000000000000"},
	{name: "ds_write_b8_d16_hi", mem: memZeros, data: memStoreData, after: "e2000000000000000000000000000000"},
	{name: "ds_write_b16", mem: memZeros, data: memStoreData, after: "c4d30000000000000000000000000000"},
	{name: "ds_write_b16_d16_hi", mem: memZeros, data: memStoreData, after: "e2f10000000000000000000000000000"},
	{name: "ds_write_b32", mem: memZeros, data: memStoreData, after: "c4d3e2f1000000000000000000000000"},
	{name: "ds_write_b64", mem: memZeros, data: memStoreData, after: "c4d3e2f18897a6b50000000000000000"},
	{name: "ds_write_b96", mem: memZeros, data: memStoreData, after: "c4d3e2f18897a6b54c5b6a7900000000"},
	{name: "ds_write_b128", mem: memZeros, data: memStoreData, after: "c4d3e2f18897a6b54c5b6a79801f2e3d"},

	// Here offset0 is 1 and offset1 is 0, so mem lies 4, 8, 256 or 512 bytes
	// behind mem2.
	{name: "ds_read2_b32", mem: "01000000", mem2: "02000000", ret: []uint32{1, 2}},
	{name: "ds_read2st64_b32", mem: "01000000", mem2: "02000000", ret: []uint32{1, 2}},
	{name: "ds_read2_b64", mem: "0100000002000000", mem2: "0300000004000000", ret: []uint32{1, 2, 3, 4}},
	{name: "ds_read2st64_b64", mem: "0100000002000000", mem2: "0300000004000000", ret: []uint32{1, 2, 3, 4}},
	{name: "ds_write2_b32", mem: "01000000", mem2: "02000000", data: []uint32{3}, data1: []uint32{4}, after: "03000000", after2: "04000000"},
	{name: "ds_write2st64_b32", mem: "01000000", mem2: "02000000", data: []uint32{3}, data1: []uint32{4}, after: "03000000", after2: "04000000"},
	{name: "ds_write2_b64", mem: "0100000002000000", mem2: "0300000004000000", data: []uint32{5, 6}, data1: []uint32{7, 8}, after: "0500000006000000", after2: "0700000008000000"},
	{name: "ds_write2st64_b64", mem: "0100000002000000", mem2: "0300000004000000", data: []uint32{5, 6}, data1: []uint32{7, 8}, after: "0500000006000000", after2: "0700000008000000"},
	{name: "ds_wrxchg2_b32", mem: "01000000", mem2: "02000000", data: []uint32{3}, data1: []uint32{4}, after: "03000000", after2: "04000000", ret: []uint32{1, 2}},
	{name: "ds_wrxchg2st64_b32", mem: "01000000", mem2: "02000000", data: []uint32{3}, data1: []uint32{4}, after: "03000000", after2: "04000000", ret: []uint32{1, 2}},
	{name: "ds_wrxchg2_b64", mem: "0100000002000000", mem2: "0300000004000000", data: []uint32{5, 6}, data1: []uint32{7, 8}, after: "0500000006000000", after2: "0700000008000000", ret: []uint32{1, 2, 3, 4}},
	{name: "ds_wrxchg2st64_b64", mem: "0100000002000000", mem2: "0300000004000000", data: []uint32{5, 6}, data1: []uint32{7, 8}, after: "0500000006000000", after2: "0700000008000000", ret: []uint32{1, 2, 3, 4}},

	{name: "ds_add_u32", mem: "feffffff", data: []uint32{3}, after: "01000000", ret: []uint32{0xfffffffe}},
	{name: "ds_sub_u32", mem: "02000000", data: []uint32{3}, after: "ffffffff", ret: []uint32{2}},
	{name: "ds_rsub_u32", mem: "02000000", data: []uint32{5}, after: "03000000", ret: []uint32{2}},
	{name: "ds_inc_u32", mem: "04000000", data: []uint32{5}, after: "05000000", ret: []uint32{4}},
	{name: "ds_inc_u32", mem: "05000000", data: []uint32{5}, after: "00000000", ret: []uint32{5}},
	{name: "ds_dec_u32", mem: "05000000", data: []uint32{5}, after: "04000000", ret: []uint32{5}},
	{name: "ds_dec_u32", mem: "06000000", data: []uint32{5}, after: "05000000", ret: []uint32{6}},
	{name: "ds_dec_u32", mem: "00000000", data: []uint32{5}, after: "05000000", ret: []uint32{0}},
	{name: "ds_min_i32", mem: "01000000", data: []uint32{0xfffffffb}, after: "fbffffff", ret: []uint32{1}},
	{name: "ds_max_i32", mem: "ffffffff", data: []uint32{1}, after: "01000000", ret: []uint32{0xffffffff}},
	{name: "ds_min_u32", mem: "ffffffff", data: []uint32{1}, after: "01000000", ret: []uint32{0xffffffff}},
	{name: "ds_max_u32", mem: "01000000", data: []uint32{0xfffffffb}, after: "fbffffff", ret: []uint32{1}},
	{name: "ds_and_b32", mem: "00ff00ff", data: []uint32{0x0ff00ff0}, after: "000f000f", ret: []uint32{0xff00ff00}},
	{name: "ds_or_b32", mem: "00ff00ff", data: []uint32{0x0ff00ff0}, after: "f0fff0ff", ret: []uint32{0xff00ff00}},
	{name: "ds_xor_b32", mem: "00ff00ff", data: []uint32{0x0ff00ff0}, after: "f0f0f0f0", ret: []uint32{0xff00ff00}},
	{name: "ds_mskor_b32", mem: "0000ffff", data: []uint32{0x0ff00000}, data1: []uint32{0x12}, after: "12000ff0", ret: []uint32{0xffff0000}},
	{name: "ds_cmpst_b32", mem: "05000000", data: []uint32{5}, data1: []uint32{0x11223344}, after: "44332211", ret: []uint32{5}},
	{name: "ds_cmpst_b32", mem: "05000000", data: []uint32{0x11223344}, data1: []uint32{5}, ret: []uint32{5}},
	{name: "ds_cmpst_f32", mem: "00000080", data: []uint32{0}, data1: []uint32{0x3f800000}, after: "0000803f", ret: []uint32{0x80000000}},
	{name: "ds_cmpst_f32", mem: "0000c07f", data: []uint32{0x7fc00000}, data1: []uint32{0x3f800000}, ret: []uint32{0x7fc00000}},
	{name: "ds_min_f32", mem: "0000803f", data: []uint32{0xc0000000}, after: "000000c0", ret: []uint32{0x3f800000}},
	{name: "ds_max_f32", mem: "0000803f", data: []uint32{0x40000000}, after: "00000040", ret: []uint32{0x3f800000}},
	{name: "ds_add_f32", mem: "0000c03f", data: []uint32{0x40100000}, after: "00007040", ret: []uint32{0x3fc00000}},
	{name: "ds_pk_add_f16", mem: "003c00bc", data: []uint32{0x38004000}, after: "004200b8", ret: []uint32{0xbc003c00}},
	{name: "ds_pk_add_bf16", mem: "803f80bf", data: []uint32{0x3f004000}, after: "404000bf", ret: []uint32{0xbf803f80}},
	{name: "ds_wrxchg_b32", mem: "05000000", data: []uint32{0x11223344}, after: "44332211", ret: []uint32{5}},
	{name: "ds_wrap_b32", mem: "0a000000", data: []uint32{3}, data1: []uint32{100}, after: "07000000", ret: []uint32{10}},
	{name: "ds_wrap_b32", mem: "02000000", data: []uint32{3}, data1: []uint32{100}, after: "66000000", ret: []uint32{2}},
	{name: "ds_add_u64", mem: "ffffffff00000000", data: []uint32{1, 0}, after: "0000000001000000", ret: []uint32{0xffffffff, 0}},
	{name: "ds_sub_u64", mem: "0000000000000000", data: []uint32{1, 0}, after: "ffffffffffffffff", ret: []uint32{0, 0}},
	{name: "ds_rsub_u64", mem: "0100000000000000", data: []uint32{0, 1}, after: "ffffffff00000000", ret: []uint32{1, 0}},
	{name: "ds_inc_u64", mem: "ffffffff00000000", data: []uint32{0, 5}, after: "0000000001000000", ret: []uint32{0xffffffff, 0}},
	{name: "ds_dec_u64", mem: "0000000001000000", data: []uint32{0, 5}, after: "ffffffff00000000", ret: []uint32{0, 1}},
	{name: "ds_min_i64", mem: "0100000000000000", data: []uint32{0xfffffffb, 0xffffffff}, after: "fbffffffffffffff", ret: []uint32{1, 0}},
	{name: "ds_max_i64", mem: "ffffffffffffffff", data: []uint32{1, 0}, after: "0100000000000000", ret: []uint32{0xffffffff, 0xffffffff}},
	{name: "ds_min_u64", mem: "0000000001000000", data: []uint32{0xffffffff, 0}, after: "ffffffff00000000", ret: []uint32{0, 1}},
	{name: "ds_max_u64", mem: "ffffffff00000000", data: []uint32{0, 1}, after: "0000000001000000", ret: []uint32{0xffffffff, 0}},
	{name: "ds_and_b64", mem: "00ff00ff00ff00ff", data: []uint32{0x0ff00ff0, 0xffff0000}, after: "000f000f000000ff", ret: []uint32{0xff00ff00, 0xff00ff00}},
	{name: "ds_or_b64", mem: "00ff00ff00ff00ff", data: []uint32{0x0ff00ff0, 0xffff0000}, after: "f0fff0ff00ffffff", ret: []uint32{0xff00ff00, 0xff00ff00}},
	{name: "ds_xor_b64", mem: "00ff00ff00ff00ff", data: []uint32{0x0ff00ff0, 0xffff0000}, after: "f0f0f0f000ffff00", ret: []uint32{0xff00ff00, 0xff00ff00}},
	{name: "ds_mskor_b64", mem: "0000ffff0000ffff", data: []uint32{0x0ff00000, 0xffff0000}, data1: []uint32{0x12, 0x34}, after: "12000ff034000000", ret: []uint32{0xffff0000, 0xffff0000}},
	{name: "ds_cmpst_b64", mem: "0500000001000000", data: []uint32{5, 1}, data1: []uint32{0x55667788, 0x11223344}, after: "8877665544332211", ret: []uint32{5, 1}},
	{name: "ds_cmpst_b64", mem: "0500000001000000", data: []uint32{5, 2}, data1: []uint32{0x55667788, 0x11223344}, ret: []uint32{5, 1}},
	{name: "ds_cmpst_f64", mem: "0000000000000000", data: []uint32{0, 0x80000000}, data1: []uint32{0, 0x3ff00000}, after: "000000000000f03f", ret: []uint32{0, 0}},
	{name: "ds_cmpst_f64", mem: "000000000000f03f", data: []uint32{0, 0x3ff00000}, data1: []uint32{5, 6}, after: "0500000006000000", ret: []uint32{0, 0x3ff00000}},
	{name: "ds_cmpst_f64", mem: "000000000000f03f", data: []uint32{1, 0x3ff00000}, data1: []uint32{5, 6}, ret: []uint32{0, 0x3ff00000}},
	{name: "ds_cmpst_f64", mem: "000000000000f87f", data: []uint32{0, 0x7ff80000}, data1: []uint32{5, 6}, ret: []uint32{0, 0x7ff80000}},
	{name: "ds_min_f64", mem: "000000000000f03f", data: []uint32{0, 0xc0000000}, after: "00000000000000c0", ret: []uint32{0, 0x3ff00000}},
	{name: "ds_max_f64", mem: "000000000000f03f", data: []uint32{0, 0x40000000}, after: "0000000000000040", ret: []uint32{0, 0x3ff00000}},
	{name: "ds_add_f64", mem: "000000000000f83f", data: []uint32{0, 0x40020000}, after: "0000000000000e40", ret: []uint32{0, 0x3ff80000}},
	{name: "ds_wrxchg_b64", mem: "0500000001000000", data: []uint32{0x55667788, 0x11223344}, after: "8877665544332211", ret: []uint32{5, 1}},
	{name: "ds_condxchg32_b64", mem: "1111111122222222", data: []uint32{0x80000005, 6}, after: "0500000022222222", ret: []uint32{0x11111111, 0x22222222}},
	{name: "ds_condxchg32_b64", mem: "1111111122222222", data: []uint32{5, 0xffffffff}, after: "11111111ffffff7f", ret: []uint32{0x11111111, 0x22222222}},
	{name: "ds_condxchg32_b64", mem: "1111111122222222", data: []uint32{5, 6}, ret: []uint32{0x11111111, 0x22222222}},
}

// memElsewhere are the instructions that are no access of one lane, with the
// test that has them.
var memElsewhere = map[string]func(t *testing.T, chip string){
	"ds_append":           testAppend,
	"ds_consume":          testAppend,
	"ds_read_addtid_b32":  testAddtid,
	"ds_write_addtid_b32": testAddtid,
	"ds_swizzle_b32":      testSwizzle,
	"ds_permute_b32":      testPermute,
	"ds_bpermute_b32":     testPermute,
	"ds_read_b64_tr_b16":  testTranspose,
	"ds_read_b64_tr_b8":   testTranspose,
	"ds_read_b64_tr_b4":   testTranspose,
	"ds_read_b96_tr_b6":   testTranspose,
	"ds_nop":              testNoAccess,
	"wbl2":                testNoAccess,
	"inv":                 testNoAccess,
}

// caseName is the name under which memCases has an instruction.
func caseName(row *isa.Row) string {
	name := row.Mnemonic
	if row.Enc != isa.EncDS {
		_, name, _ = strings.Cut(name, "_")
	}
	return strings.NewReplacer("_rtn", "", "lds_", "").Replace(name)
}

// TestMemoryInstructions executes the cases of every row of the tables of both
// targets: every form of address, with and without return, on VGPRs and AGPRs,
// FLAT in each kind of memory.
func TestMemoryInstructions(t *testing.T) {
	for _, target := range isa.Targets() {
		done := map[string]bool{}
		rows := target.Rows()
		for i := range rows {
			row := &rows[i]
			if row.Unit != isa.UnitLDS && row.Unit != isa.UnitVMEM && row.Unit != isa.UnitFlat {
				continue
			}
			if refusal(target, row.Op) != "" {
				continue
			}
			name := caseName(row)
			if test := memElsewhere[name]; test != nil {
				if !done[name] {
					done[name] = true
					t.Run(target.Chip.Name+" "+name, func(t *testing.T) { test(t, target.Chip.Name) })
				}
				continue
			}
			n := 0
			for k := range memCases {
				if memCases[k].name == name {
					n++
					runForms(t, target, &memCases[k], row)
				}
			}
			if n == 0 {
				t.Errorf("%s: %s has no case", target.Chip.Name, row.Mnemonic)
			}
		}
	}
}

// runForms executes a case with the instruction of a row in each kind of
// memory that it reaches, and again with AGPRs.
func runForms(t *testing.T, target *isa.Target, c *memCase, row *isa.Row) {
	t.Helper()
	spaces := []Space{SpaceGlobal}
	switch row.Enc {
	case isa.EncFLAT:
		spaces = []Space{SpaceGlobal, SpaceLDS, SpacePrivate}
	case isa.EncSCRATCH:
		spaces = []Space{SpacePrivate}
	case isa.EncDS:
		spaces = []Space{SpaceLDS}
	}
	for _, space := range spaces {
		inst := memInst(row, c.format)
		runCase(t, target, c, inst, space)
		if onAGPRs(&inst) {
			runCase(t, target, c, inst, space)
		}
	}
}
