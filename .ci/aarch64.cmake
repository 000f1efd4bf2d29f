# One file for every aarch64 Linux, by Debian's g++-aarch64-linux-gnu. GPUPICK_COMPILE_DATA names the data compiler of
# another build: `cmake -C .ci/aarch64.cmake -DGPUPICK_COMPILE_DATA=... -S . -B build/aarch64`.
set(CMAKE_SYSTEM_NAME Linux CACHE STRING "System to build for")
set(CMAKE_SYSTEM_PROCESSOR aarch64 CACHE STRING "Processor to build for")
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++ CACHE STRING "Compiler")
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
