#!/bin/sh
# Compiles the kernels of this folder with clang 22; TestCompiled compares what it makes.
set -e
cd "$(dirname "$0")"
out=${1:-.}
hip() { clang-22 -w -x hip --cuda-device-only -nogpuinc -nogpulib --offload-arch=gfx942 -fuse-cuid=none -mprintf-kind=$1 -Os -S -fvisibility=hidden $2.hip -o "$out/$3.s"; }
hip hostcall hip hip_hostcall
hip buffered hip hip_buffered
hip hostcall assert assert
hip hostcall memory memory
clang-22 -w -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -Os -S opencl.cl -o "$out/opencl.s"
