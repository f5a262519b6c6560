#!/usr/bin/env python3
"""Make code objects of Triton kernels that print and that assert, ahead of time.

    python triton_print.py --out DIR

needs triton in this Python's environment; no GPU and no torch. It writes DIR/CHIP/print.hsaco and assert.hsaco; go test
./verify/field -run TestTritonPrints -field.print DIR runs them.
"""

import argparse
import pathlib

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def prints(x, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    tl.device_print("value", v)
    tl.device_print("hex", i, hex=True)


@triton.jit
def asserts(x, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    tl.device_assert(v < 100.0, "v is too large")
    tl.store(x + i, v + 1, mask=i < n)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True, type=pathlib.Path)
    out = parser.parse_args().out
    for chip in ("gfx942", "gfx950"):
        (out / chip).mkdir(parents=True, exist_ok=True)
        for name, function in (("print", prints), ("assert", asserts)):
            source = ASTSource(fn=function, signature={"x": "*fp32", "n": "i32", "BLOCK": "constexpr"}, constexprs={"BLOCK": 64})
            kernel = triton.compile(source, target=GPUTarget("hip", chip, 64), options={"debug": True, "num_warps": 1})
            (out / chip / f"{name}.hsaco").write_bytes(kernel.asm["hsaco"])


main()
