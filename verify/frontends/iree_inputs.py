#!/usr/bin/env python3
"""Make IREE's kernels: each program of iree.txtar, as its module is in front of
the conversion to ROCDL, in generic form, and the code object that LLVM makes of it.

    python iree_inputs.py --out DIR [--compiler iree-compile] [--only NAME] [--whole]

needs iree-base-compiler, outside of this tree. Dispatch N of a program is compiled
for each chip to DIR/iree/CHIP/PROGRAM/N.mlir and N.hsaco. With --whole the modules
are printed with all that is around them, to DIR/iree-whole.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import tempfile

CHIPS = ("gfx942", "gfx950")

FLAGS = [
    "--iree-hal-target-device=hip",
    "--iree-input-demote-f64-to-f32=false",
    "--mlir-print-ir-before=iree-convert-to-rocdl",
    "--mlir-print-op-generic",
    "--mlir-disable-threading",
]


def programs(file):
    """The programs of a txtar archive, by name."""
    parts = re.split(r"^-- (.*)\.mlir --\n", file.read_text(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def compile_program(args, name, text, chip):
    """Compiles a program; gives the number of its dispatches, or what went wrong."""
    place = args.out / ("iree-whole" if args.whole else "iree") / chip / name
    launches = re.match(r"// launch: (.*)\n", text)
    launches = json.loads(launches[1]) if launches else {}
    with tempfile.TemporaryDirectory() as tmp:
        source, objects = pathlib.Path(tmp, "program.mlir"), pathlib.Path(tmp, "objects")
        source.write_text(text)
        scope = ["--mlir-print-ir-module-scope"] if args.whole else []
        done = subprocess.run(
            [args.compiler, source, f"--iree-rocm-target={chip}", *FLAGS, *scope, f"--iree-hal-dump-executable-binaries-to={objects}", "-o", os.devnull],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            return [line for line in done.stderr.splitlines() if "error:" in line][0].split("error:")[-1]
        modules = re.split(r"^// -----// IR Dump Before .*\n", done.stderr, flags=re.M)[1:]
        place.mkdir(parents=True, exist_ok=True)
        for n, module in enumerate(modules):
            (place / f"{n}.mlir").write_text(module)
            if str(n) in launches:
                (place / f"{n}.json").write_text(json.dumps(launches[str(n)]))
            kernel = re.search(r'"func.func"\(\) <\{function_type = \(\) -> \(\), sym_name = "([^"]*)"', module)[1]
            for file in objects.glob("*.hsaco"):
                if kernel.encode() + b".kd\0" in file.read_bytes():
                    (place / f"{n}.hsaco").write_bytes(file.read_bytes())
        return len(modules)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="directory for the modules")
    parser.add_argument("--compiler", default="iree-compile", help="IREE's compiler")
    parser.add_argument("--only", help="compile this program only")
    parser.add_argument("--whole", action="store_true", help="print the modules with executables and the host's side")
    args = parser.parse_args()
    jobs = [(name, text, chip) for name, text in programs(pathlib.Path(__file__).with_name("iree.txtar")).items() for chip in CHIPS]
    jobs = [j for j in jobs if args.only in (None, j[0])]
    made = {chip: 0 for chip in CHIPS}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (name, _, chip), result in zip(jobs, pool.map(lambda j: compile_program(args, *j), jobs)):
            if isinstance(result, int):
                made[chip] += result > 0
            else:
                print(f"{name} {chip}: IREE: {result.strip()}")
    print(", ".join(f"{n} programs for {chip}" for chip, n in made.items()))


if __name__ == "__main__":
    main()
