#!/usr/bin/env python3
"""Make code objects of IREE's matrix multiplications, for the shapes of testdata/peer_shapes.csv.

    python iree_objects.py --out DIR [--compiler iree-compile] [--only TEXT]

needs iree-base-compiler, outside of this tree. A product of constant size with a result
in bf16 is compiled for each chip, type and layout to DIR/CHIP/NAME.hsaco, and NAME.json
says its grid and its block. Products that IREE makes more than one kernel of are left
out. go test ./verify/field -run TestPeers times them, TestIREE tries the two small ones.
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import tempfile

# CHIPS are compiled for the cards that the times are for: IREE looks at the number of
# compute units.
CHIPS = {"gfx942": "mi300x", "gfx950": "mi355x"}
TYPES = {"bf16": {"gfx942": "bf16", "gfx950": "bf16"}, "fp8": {"gfx942": "f8E4M3FNUZ", "gfx950": "f8E4M3FN"}}
LAYOUTS = {"nt": "(n, k)", "nn": "(k, n)"}
SMALL = [(256, 384, 192), (100, 208, 176)]

PROGRAM = """
func.func @main(%a: tensor<{m}x{k}x{elem}>, %b: tensor<{b}x{elem}>) -> tensor<{m}x{n}xbf16> {{
  %zero = arith.constant 0.0 : f32
  %sums = tensor.empty() : tensor<{m}x{n}xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %ab = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> {order}>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<{m}x{k}x{elem}>, tensor<{b}x{elem}>) outs(%zeros : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %c = arith.truncf %ab : tensor<{m}x{n}xf32> to tensor<{m}x{n}xbf16>
  return %c : tensor<{m}x{n}xbf16>
}}
"""


def compiled(args, chip, text):
    """The object with its grid and block, or what went wrong."""
    with tempfile.TemporaryDirectory() as tmp:
        source, lowered, objects = (pathlib.Path(tmp, name) for name in ("program.mlir", "lowered.mlir", "objects"))
        source.write_text(text)
        flags = ["--iree-hal-target-device=hip", f"--iree-rocm-target={CHIPS[chip]}"]
        for more in (
            [source, "--compile-to=executable-targets", "-o", lowered],
            [lowered, "--compile-from=executable-targets", f"--iree-hal-dump-executable-binaries-to={objects}", "-o", "/dev/null"],
        ):
            done = subprocess.run([args.compiler, *flags, *more], capture_output=True, text=True)
            if done.returncode:
                return ([line for line in done.stderr.splitlines() if "error:" in line] or ["it failed"])[0]
        exports = re.findall(r"hal\.executable\.export public .*?\{(.*?)hal\.return (.*?) :.*?workgroup_size = \[(\d+) : index, (\d+) : index, (\d+)", lowered.read_text(), flags=re.S)
        files = sorted(objects.glob("*.hsaco"))
        if len(exports) != 1 or len(files) != 1:
            return f"{len(exports)} kernels"
        constants, sizes, *block = exports[0]
        numbers = dict(re.findall(r"(%\w+) = arith\.constant (\d+)", constants))
        grid = [int(numbers[name.strip()]) for name in sizes.split(",")]
        return files[0].read_bytes(), {"grid": grid, "block": int(block[0]) * int(block[1]) * int(block[2])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--compiler", default="iree-compile")
    parser.add_argument("--only", default="", help="only objects with this in their path")
    args = parser.parse_args()
    with open(pathlib.Path(__file__).parent / "testdata/peer_shapes.csv") as file:
        shapes = [(int(row["m"]), int(row["n"]), int(row["k"])) for row in csv.DictReader(file)]
    for chip in CHIPS:
        for layout, order in LAYOUTS.items():
            for elem, names in TYPES.items():
                for m, n, k in SMALL + shapes:
                    path = args.out / chip / f"{elem}_{layout}_{m}x{n}x{k}.hsaco"
                    if args.only not in str(path) or path.exists():
                        continue
                    b = f"{n}x{k}" if layout == "nt" else f"{k}x{n}"
                    made = compiled(args, chip, PROGRAM.format(m=m, n=n, k=k, b=b, order=order, elem=names[chip]))
                    if isinstance(made, str):
                        print(f"{path}: {made}", flush=True)
                        continue
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.with_suffix(".json").write_text(json.dumps(made[1]) + "\n")
                    path.write_bytes(made[0])


if __name__ == "__main__":
    main()
