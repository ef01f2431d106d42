# Without a build type CMake compiles without optimization, which makes searches 26 times slower. On its own the project is
# then a Release build. Inside another project the build type is the parent's choice: only our own targets are optimized
# (by `landfall_optimize`, a part of landfall_flags), unless the parent's C flags have an -O of their own.
set(landfall_optimize "")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release)
    message(STATUS "landfall: no build type given, so this is a Release build (CMAKE_BUILD_TYPE chooses another)")
  elseif(NOT CMAKE_C_FLAGS MATCHES "(^| )[-/]O")
    set(landfall_optimize $<IF:$<C_COMPILER_ID:MSVC>,/O2,-O2>)
    message(STATUS "landfall: no build type given, so its own targets are compiled with -O2 (CMAKE_BUILD_TYPE chooses)")
  endif()
endif()
