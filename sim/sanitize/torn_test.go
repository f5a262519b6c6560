package sanitize_test

import (
	"strings"
	"testing"
)

// ldsBody is a kernel of these lines, with a lane's number times 8 in v1 and
// something in v[2:9].
func ldsBody(waves uint32, lines ...string) source {
	setup := "v_lshlrev_b32 v1, 3, v0\n\tv_mov_b32 v2, 1\n\tv_mov_b32 v3, 2\n\tv_mov_b32 v4, 3\n\tv_mov_b32 v5, 4\n\t"
	return source{waves: waves, body: "\t" + setup + strings.Join(append(lines, "s_waitcnt lgkmcnt(0)"), "\n\t")}
}

func TestTorn(t *testing.T) {
	const message = ": from the middle of one stored value to the middle of the next | correct the offset of the read or of the store | "
	torn := func(read, bytes, at, store string) []string {
		return []string{"lds-torn: " + read + ": reads " + bytes + " bytes of LDS at " + at + "," + message[1:] + store}
	}
	testSamples(t, "lds-torn", []sample{
		{"as stored", ldsBody(2, "ds_write_b64 v1, v[2:3]", "ds_read_b64 v[6:7], v1"), nil},
		{"the read", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_read_b64 v[6:7], v1 offset:4"), torn("ds_read_b64 v[6:7], v1 offset:4", "8", "0x4", "ds_write_b64 v1, v[2:3]")},
		{"the store", ldsBody(1, "ds_write_b64 v1, v[2:3] offset:4", "ds_read_b64 v[6:7], v1 offset:8"), torn("ds_read_b64 v[6:7], v1 offset:8", "8", "0x8", "ds_write_b64 v1, v[2:3] offset:4")},
		{"quarters", ldsBody(1, "v_lshlrev_b32 v1, 1, v1", "ds_write_b128 v1, v[2:5]", "ds_read_b128 v[6:9], v1 offset:12"),
			torn("ds_read_b128 v[6:9], v1 offset:12", "16", "0xc", "ds_write_b128 v1, v[2:5]")},
		{"a part", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_read_b32 v6, v1 offset:4"), nil},
		{"parts by two addresses", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_read2_b32 v[6:7], v1 offset0:1 offset1:2"), nil},
		{"two together", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_read_b128 v[6:9], v1 offset:8"), nil},
		{"one and a half", ldsBody(1, "v_lshlrev_b32 v1, 1, v1", "ds_write_b64 v1, v[2:3]", "ds_write_b64 v1, v[4:5] offset:8", "ds_read_b96 v[6:8], v1 offset:4"), nil},
		{"stored by dwords", ldsBody(1, "ds_write2_b32 v1, v2, v3 offset1:1", "ds_read_b64 v[6:7], v1 offset:4"), nil},
		{"half of it stored again", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_write_b32 v1, v4", "ds_read_b64 v[6:7], v1 offset:4"), nil},
		{"the front of it stored again", ldsBody(1, "v_lshlrev_b32 v1, 1, v1", "ds_write_b128 v1, v[2:5]", "ds_write_b64 v1, v[2:3]", "ds_read_b96 v[6:8], v1 offset:12"), nil},
		{"by direct-to-LDS loads", source{chip: "gfx950", body: "s_load_dwordx2 s[4:5], s[0:1], 0x0\n\tv_lshlrev_b32 v1, 4, v0\n\ts_mov_b32 m0, 0\n\ts_waitcnt lgkmcnt(0)\n\t" +
			"global_load_lds_dwordx4 v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n\tds_read_b128 v[6:9], v1 offset:8\n\ts_waitcnt lgkmcnt(0)"},
			torn("ds_read_b128 v[6:9], v1 offset:8", "16", "0x8", "global_load_lds_dwordx4 v1, s[4:5]")},
	})
}

func TestUnused(t *testing.T) {
	const advice = " | if it should have been read, compare its offset with those of the reads | "
	testSamples(t, "lds-unused", []sample{
		{"all read", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_read2_b32 v[6:7], v1 offset1:1"), nil},
		{"read by others", ldsBody(2, "ds_write_b64 v1, v[2:3]", "v_xor_b32 v1, 0x200, v1", "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b64 v[6:7], v1"), nil},
		{"half read", ldsBody(1, "ds_write_b64 v1, v[2:3]", "ds_read_b32 v6, v1"),
			[]string{"lds-unused: ds_write_b64 v1, v[2:3]: stores LDS at 0x4, which was not read before its workgroup ended (4 bytes from there on)" + advice + "-"}},
		{"overwritten", ldsBody(1, "ds_write_b32 v1, v2", "ds_write_b32 v1, v3", "ds_read_b32 v6, v1"),
			[]string{"lds-unused: ds_write_b32 v1, v2: stores LDS at 0x0, which was not read before it was overwritten (4 bytes from there on)" + advice + "ds_write_b32 v1, v3"}},
		{"added to", ldsBody(1, "ds_write_b32 v1, v2", "ds_add_u32 v1, v3", "ds_read_b32 v6, v1"), nil},
	})
}
