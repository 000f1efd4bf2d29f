# The program of the packages: it needs libc alone, with -DGPUPICK_STATIC=ON nothing of the system.
# `cmake -C .ci/package.cmake -S . -B build/package`.
set(CMAKE_PROJECT_gpupick_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/headers.cmake CACHE FILEPATH "Where the libraries are")
set(CMAKE_EXE_LINKER_FLAGS "-s -static-libstdc++ -static-libgcc" CACHE STRING "Flags of the linker")
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile each room as one source")
set(BUILD_TESTING OFF CACHE BOOL "Build the tests")
