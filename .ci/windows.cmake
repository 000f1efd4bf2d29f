# gpupick.exe in one file, by Debian's g++-mingw-w64-x86-64-posix, for Windows 10 and later. GPUPICK_COMPILE_DATA names
# the data compiler of another build: `cmake -C .ci/windows.cmake -DGPUPICK_COMPILE_DATA=... -S . -B build/windows`.
set(CMAKE_SYSTEM_NAME Windows CACHE STRING "System to build for")
set(CMAKE_SYSTEM_PROCESSOR AMD64 CACHE STRING "Processor to build for")
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix CACHE STRING "Compiler")
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
