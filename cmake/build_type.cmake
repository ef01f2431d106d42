# Without a build type CMake compiles without optimization. flood then executes 7.6 times the instructions (83 instead of 11
# million on an archipelago of 1024 x 1024, gcc 12) and takes about 20 times as long. On its own the project is a Release build
# instead. Inside another project the build type is the parent's choice: only our own targets are optimized
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
