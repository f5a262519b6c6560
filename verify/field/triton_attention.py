#!/usr/bin/env python3
"""Make code objects of the attention of Triton's tutorial, ahead of time.

    python triton_attention.py --tutorial 06-fused-attention.py --out DIR [--only TEXT]

needs triton in this Python's environment; no GPU and no torch. The tutorial is Triton's
file (python/tutorials), whose forward kernel and configurations for AMD are used as they
are (12 tiles, one stage, waves_per_eu 2 for heads of 128), but for three things: the
types are bf16 and E4M3, where the tutorial has f16 and E5M2; V of fp8, which it stores
with keys along its rows, is as large as it is, where the tutorial says that heads behind
the first lie outside of it; and there are more configurations, the tutorial's for its
tests and larger ones (MORE). Each configuration is compiled for each chip, type and mask
to DIR/CHIP/NAME.hsaco, and NAME.json says how it is launched. go test ./verify/field
-run TestAttentionPeers times them.

Lengths of sequences are multiples of 16, tensors smaller than 2 GiB.
"""

import argparse
import json
import pathlib
import tempfile

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from triton_objects import CHIPS, TYPES, tutorial

HEAD = 128

# TL are the names in triton.language.
TL = {"bf16": "bfloat16", "fp8e4b8": "float8e4b8", "fp8e4nv": "float8e4nv"}

# TILES are queries and keys of a workgroup's tile, waves and stages: the tutorial's, from its loops.
TILES = [(m, n, waves, 1) for m in (64, 128) for n in (32, 64, 128) for waves in (4, 8)]

# MORE are others: of the tutorial's tests, of AITER's Triton kernels, and what loads ahead.
MORE = [(128, 64, 4, 2), (128, 64, 4, 3), (256, 64, 8, 1), (256, 64, 8, 2)]

# FLAGS are what the tutorial passes for AMD and heads of 128.
FLAGS = {"waves_per_eu": 2, "allow_flush_denorm": True}


def changes(elem):
    """The types of the tutorial's text, and the size of V."""
    fp8 = TL[elem] if elem.startswith("fp8") else "float8e5"
    return {
        "tl.float16": "tl.bfloat16",
        "tl.float8e5": f"tl.{fp8}",
        "shape=[HEAD_DIM, y_dim]": "shape=[HEAD_DIM, y_dim * HEAD_DIM]",
    }


def source(kernel, tile, elem, causal):
    """The kernel with the types and what is known of its arguments."""
    constants = {
        "HEAD_DIM": HEAD, "BLOCK_M": tile[0], "BLOCK_N": tile[1], "FP8_OUTPUT": elem.startswith("fp8"),
        "STAGE": 3 if causal else 1, "warp_specialize": False, "IS_HOPPER": False,
    }
    signature, attributes = {}, {}
    for i, name in enumerate(kernel.arg_names):
        if name in constants:
            signature[name] = "constexpr"
        elif name.startswith("desc_") or name == "M":
            signature[name] = "*" + ("fp32" if name == "M" else elem)
            attributes[(i,)] = [["tt.divisibility", 16], ["tt.pointer_range", 32]]
        else:
            signature[name] = "fp32" if name == "sm_scale" else "i32"
            if name == "N_CTX":
                attributes[(i,)] = [["tt.divisibility", 16]]
    passed = [name for name in kernel.arg_names if name not in constants]
    return ASTSource(kernel, signature, {(kernel.arg_names.index(n),): v for n, v in constants.items()}, attributes), passed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tutorial", required=True, help="Triton's 06-fused-attention.py")
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", default="", help="only objects with this in their path")
    options = parser.parse_args()
    wanted = ("_attn_fwd_inner", "_maybe_make_tensor_desc", "_attn_fwd")
    with tempfile.TemporaryDirectory() as scratch:
        for chip in CHIPS:
            for elem, names in TYPES.items():
                name = f"tutorial_attention_{names[chip]}"
                module = tutorial(options.tutorial, scratch, name, wanted, changes(names[chip]))
                for causal in (False, True):
                    for tile in TILES + MORE:
                        make(options, module._attn_fwd, tile, chip, elem, names[chip], causal)


def make(options, kernel, tile, chip, elem, triton_elem, causal):
    """One object, and how it is launched."""
    if causal and tile[0] < tile[1]:  # as the tutorial leaves them out
        return
    name = f"{elem}_{'causal' if causal else 'full'}_{tile[0]}x{tile[1]}w{tile[2]}s{tile[3]}"
    path = pathlib.Path(options.out) / chip / f"{name}.hsaco"
    if options.only not in str(path) or path.exists():
        return
    ast_source, passed = source(kernel, tile, triton_elem, causal)
    flags = {"num_warps": tile[2], "num_stages": tile[3], **FLAGS}
    try:
        made = triton.compile(ast_source, target=GPUTarget("hip", chip, 64), options=flags)
    except Exception as error:  # the autotuner leaves those out, too
        print(f"{chip}/{name}: not compiled: {str(error).splitlines()[0] if str(error) else type(error).__name__}", flush=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    launch = {
        "chip": chip, "type": elem, "causal": causal, "tile": tile[:2], "waves": made.metadata.num_warps,
        "lds": made.metadata.shared, "tutorial": tile in TILES, "args": passed, "triton": triton.__version__,
    }
    path.with_suffix(".json").write_text(json.dumps(launch) + "\n")
    path.write_bytes(made.asm["hsaco"])
    print(f"{chip}/{name}", flush=True)


if __name__ == "__main__":
    main()
