# What builds for another system have in common: they take the headers of libraries from here and link all into one file.
set(CMAKE_PROJECT_gpupick_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/headers.cmake CACHE FILEPATH "Where the libraries are")
set(GPUPICK_STATIC ON CACHE BOOL "Link all libraries into the program")
set(CMAKE_EXE_LINKER_FLAGS -s CACHE STRING "Flags of the linker")
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile each room as one source")
set(BUILD_TESTING OFF CACHE BOOL "Build the tests")
