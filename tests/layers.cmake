cmake_minimum_required(VERSION 3.22)
# Checks the order of the rooms. A room may include itself and the rooms listed for it, which come earlier in this
# list, so that there is no cycle. Third-party headers are allowed only in the rooms that own them. Run as:
# cmake -DROOT=<source dir> -P layers.cmake
get_filename_component(ROOT ${ROOT} ABSOLUTE)
set(rooms
  "include:"
  "base:"
  "schema:base"
  "cards:base schema"
  "prices:base schema cards"
  "models:base schema"
  "software:base schema cards models"
  "calibration:base schema cards models"
  "workloads:schema models software calibration"
  "catalog:base schema cards prices models software calibration workloads"
  "tools:schema catalog"
  "job:base models calibration catalog"
  "physics:base cards calibration job"
  "estimate:base cards prices models calibration catalog job physics"
  "ranking:base cards prices models software workloads catalog job physics estimate"
  "answer:base schema cards prices models calibration catalog job physics estimate ranking"
  "render:base answer schema cards prices models calibration catalog job physics estimate ranking"
  "cli:include base schema cards prices models workloads catalog job physics estimate ranking answer render")
set(users_of_nlohmann schema)
set(users_of_CLI cli)
set(users_of_fmt ${rooms})
list(TRANSFORM users_of_fmt REPLACE ":.*" "")

set(known "")
foreach(row IN LISTS rooms)
  string(REGEX MATCH "^([a-z]+):(.*)$" row "${row}")
  set(room ${CMAKE_MATCH_1})
  string(REPLACE " " ";" allowed "${CMAKE_MATCH_2}")
  foreach(one IN LISTS allowed)
    if(NOT one IN_LIST known)
      message(SEND_ERROR "${room} is listed before ${one}, which it may include: the list must have no cycle")
    endif()
  endforeach()
  list(APPEND known ${room})
  set(arrows_${room} ${allowed} ${room})
endforeach()

file(GLOB folders RELATIVE ${ROOT}/src ${ROOT}/src/*)
foreach(room IN LISTS folders)
  if(NOT room IN_LIST known)
    message(SEND_ERROR "src/${room} is no room of the list")
  endif()
endforeach()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/src/*.hpp ${ROOT}/src/*.cpp ${ROOT}/include/*.hpp)
foreach(file IN LISTS files)
  string(REGEX REPLACE "^(src/)?([a-z]+)/.*" "\\2" room ${file})
  file(STRINGS ${ROOT}/${file} lines REGEX "^#include (\"|<(gpupick|nlohmann|CLI|fmt)/)")
  foreach(line IN LISTS lines)
    if(line MATCHES "^#include <([a-zA-Z]+)/")
      set(package ${CMAKE_MATCH_1})
      if(package STREQUAL "gpupick" AND NOT room STREQUAL "cli")
        message(SEND_ERROR "${file} must not include the program's own entry")
      elseif(NOT package STREQUAL "gpupick" AND NOT room IN_LIST users_of_${package})
        message(SEND_ERROR "${file} must not include ${package}")
      endif()
    elseif(line MATCHES "^#include \"([a-z]+)/" AND NOT CMAKE_MATCH_1 IN_LIST arrows_${room})
      message(SEND_ERROR "${file} must not include ${CMAKE_MATCH_1}: arrows go down only")
    elseif(line MATCHES "^#include \"[a-z_]+[.]hpp\"" AND NOT line MATCHES "\"version.hpp\"")
      message(SEND_ERROR "${file}: write includes from src/, as \"base/text.hpp\"")
    endif()
  endforeach()
endforeach()

# Two types of one name that are linked into one program are undefined behaviour, and no compiler says so. Headers
# outside a namespace of their own must not repeat a name.
file(GLOB_RECURSE headers RELATIVE ${ROOT} ${ROOT}/src/*.hpp ${ROOT}/tests/*.hpp)
foreach(file IN LISTS headers)
  file(STRINGS ${ROOT}/${file} scopes REGEX "^namespace gpupick::")
  if(scopes)
    continue()
  endif()
  file(STRINGS ${ROOT}/${file} lines REGEX "^(struct|class|enum class) [A-Za-z]+[^;]*$")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^(struct|class|enum class) ([A-Za-z]+).*" "\\2" type "${line}")
    if(DEFINED declared_${type} AND NOT declared_${type} STREQUAL file)
      message(SEND_ERROR "${file} declares ${type}, as ${declared_${type}} does")
    endif()
    set(declared_${type} ${file})
  endforeach()
endforeach()
