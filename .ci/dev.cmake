# The build for everyday work: `cmake -C .ci/dev.cmake -S . -B build/dev -G Ninja`. Unoptimised, each room as one source.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Kind of build")
set(CMAKE_CXX_FLAGS_DEBUG "-O0" CACHE STRING "Flags of a debug build")
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile each room as one source")
