# What the two installed libraries have in common.

# Before 1.0 a new minor version may change the interface, so it is a part of the shared library's name; from 1.0 on the
# major version alone says it.
set(landfall_soversion ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(landfall_soversion 0.${PROJECT_VERSION_MINOR})
endif()

# An installed tree can be moved: programs and libraries look for our libraries by their own place.
file(RELATIVE_PATH landfall_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set(landfall_origin $<IF:$<PLATFORM_ID:Darwin>,@loader_path,$ORIGIN>)

function(landfall_library target)
  target_compile_definitions(${target} PRIVATE LF_BUILD)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${landfall_soversion}
    POSITION_INDEPENDENT_CODE ON INSTALL_RPATH ${landfall_origin})
endfunction()

# landfall_inner(target LINKS...): `target`_inner, the library as the tests, the fuzz targets and the benchmarks link it,
# which look into it. A shared library hides what is not public, so then its sources are compiled once more, into a static
# library with these links.
function(landfall_inner target)
  if(NOT BUILD_SHARED_LIBS)
    add_library(${target}_inner ALIAS ${target})
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(includes ${target} INTERFACE_INCLUDE_DIRECTORIES)
  list(TRANSFORM sources PREPEND ${folder}/)
  add_library(${target}_inner STATIC EXCLUDE_FROM_ALL ${sources})
  target_include_directories(${target}_inner PUBLIC ${includes})
  target_compile_definitions(${target}_inner PRIVATE LF_BUILD $<$<CONFIG:Debug>:LF_ASSERTS>)
  target_link_libraries(${target}_inner PRIVATE landfall_flags ${ARGN})
endfunction()

# Links a test or fuzz target with libraries; the two that are installed in their inner form.
function(landfall_link_inner target)
  list(TRANSFORM ARGN REPLACE "^(landfall|landfall_io)$" "\\1_inner")
  target_link_libraries(${target} PRIVATE landfall_experts ${ARGN})
endfunction()
