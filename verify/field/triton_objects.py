#!/usr/bin/env python3
"""Make code objects of the matrix multiplication of Triton's tutorial, ahead of time.

    python triton_objects.py --tutorial 03-matrix-multiplication.py --out DIR [--only TEXT]

needs triton in this Python's environment; no GPU and no torch. The tutorial is Triton's
file (python/tutorials), of which the kernel and the configurations for AMD are used as
they are, but for one thing: the result has the type of its tensor, where the tutorial
always has f16. Each configuration is compiled for each chip, type and layout to
DIR/CHIP/NAME.hsaco, and NAME.json says how it is launched. go test ./verify/field -run
TestPeers times them.

Triton compiles a kernel anew for arguments that are 1, or multiples of 16: pointers and
strides are what they are for dense matrices whose N and K are multiples of 16, and there
are three objects for M: 1, a multiple of 16 ("m16") and any other ("mx"). Matrices are
smaller than 2 GiB, which Triton knows from the tensors when it runs.
"""

import argparse
import ast
import importlib.util
import json
import pathlib
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

CHIPS = ("gfx942", "gfx950")

# TYPES of A and B, by our names: Triton's name for each chip.
TYPES = {
    "bf16": {"gfx942": "bf16", "gfx950": "bf16"},
    "fp8": {"gfx942": "fp8e4b8", "gfx950": "fp8e4nv"},
}
OUT = "bf16"

# LAYOUTS say which stride of B is 1. A is row-major in both.
LAYOUTS = {"nt": "stride_bk", "nn": "stride_bn"}

ROWS = ("m1", "m16", "mx")


def tutorial(path, into, name, wanted, changes):
    """The module of the functions wanted of a tutorial alone, with changes of text: the rest needs a GPU."""
    text = pathlib.Path(path).read_text()
    parts = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name in wanted:
            # without @triton.autotune, which asks the driver
            first = min([node.lineno] + [d.lineno for d in node.decorator_list if ast.unparse(d) == "triton.jit"])
            parts.append("\n".join(text.split("\n")[first - 1 : node.end_lineno]))
    source = "import triton\nimport triton.language as tl\n\n\n" + "\n\n\n".join(parts) + "\n"
    for old, new in changes.items():
        if old not in source:
            sys.exit(f"{path}: no {old!r} in {', '.join(wanted)}: this script is for another version of the tutorial")
        source = source.replace(old, new)
    file = pathlib.Path(into) / f"{name}.py"
    file.write_text(source)
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def source(kernel, config, elem, layout, rows):
    """The kernel with the types and what is known of its arguments."""
    constants = {name: value for name, value in config.items() if name in kernel.arg_names}
    constants |= {"ACTIVATION": "", "stride_ak": 1, "stride_cn": 1, LAYOUTS[layout]: 1}
    if rows == "m1":
        constants["M"] = 1
    signature, attributes = {}, {}
    for i, name in enumerate(kernel.arg_names):
        if name in constants:
            signature[name] = "constexpr"
            continue
        if name.endswith("_ptr"):
            signature[name] = "*" + (OUT if name == "c_ptr" else elem)
            attributes[(i,)] = [["tt.divisibility", 16], ["tt.pointer_range", 32]]
            continue
        signature[name] = "i32"
        if name != "M" or rows == "m16":
            attributes[(i,)] = [["tt.divisibility", 16]]
    passed = [name for name in kernel.arg_names if name not in constants]
    return ASTSource(kernel, signature, {(kernel.arg_names.index(n),): v for n, v in constants.items()}, attributes), passed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tutorial", required=True, help="Triton's 03-matrix-multiplication.py")
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", default="", help="only objects with this in their path")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wanted = ("matmul_kernel", "leaky_relu", "get_hip_autotune_config")
        changes = {"accumulator.to(tl.float16)": "accumulator.to(c_ptr.dtype.element_ty)"}
        module = tutorial(options.tutorial, scratch, "tutorial_matmul", wanted, changes)
        for chip in CHIPS:
            for elem, names in TYPES.items():
                for layout in LAYOUTS:
                    for rows in ROWS:
                        for config in module.get_hip_autotune_config():
                            make(options, module.matmul_kernel, config, chip, elem, names[chip], layout, rows)


def make(options, kernel, config, chip, elem, triton_elem, layout, rows):
    """One object, and how it is launched."""
    sizes = [config.kwargs[f"BLOCK_SIZE_{x}"] for x in "MNK"]
    name = f"{elem}_{layout}_{rows}_" + "x".join(map(str, sizes))
    path = pathlib.Path(options.out) / chip / f"{name}.hsaco"
    if options.only not in str(path) or path.exists():
        return
    ast_source, passed = source(kernel, config.kwargs, triton_elem, layout, rows)
    flags = {"num_warps": config.num_warps, "num_stages": config.num_stages}
    flags |= {name: value for name, value in config.kwargs.items() if name not in kernel.arg_names}
    try:
        made = triton.compile(ast_source, target=GPUTarget("hip", chip, 64), options=flags)
    except Exception as error:  # such as too much LDS: the autotuner leaves those out, too
        print(f"{chip}/{name}: not compiled: {str(error).splitlines()[0] if str(error) else type(error).__name__}", flush=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    launch = {
        "chip": chip, "type": elem, "layout": layout, "rows": rows, "out": OUT, "tile": sizes,
        "waves": made.metadata.num_warps, "stages": config.num_stages, "group": config.kwargs["GROUP_SIZE_M"],
        "lds": made.metadata.shared, "args": passed, "triton": triton.__version__,
    }
    path.with_suffix(".json").write_text(json.dumps(launch) + "\n")
    path.write_bytes(made.asm["hsaco"])
    print(f"{chip}/{name}", flush=True)


if __name__ == "__main__":
    main()
