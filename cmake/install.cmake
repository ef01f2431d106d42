include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/landfall)
install(TARGETS landfall EXPORT landfall_core)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ TYPE INCLUDE FILES_MATCHING PATTERN *.h)
install(EXPORT landfall_core NAMESPACE landfall:: DESTINATION ${config_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/landfall-config.cmake.in landfall-config.cmake
                              INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(landfall-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/landfall-config.cmake ${PROJECT_BINARY_DIR}/landfall-config-version.cmake
        DESTINATION ${config_dir})

# prefix= is found from the place of the .pc file, so that an installed tree can be moved.
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/landfall.pc.in landfall.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/landfall.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(LANDFALL_IO AND TARGET landfall_io)
  set(io_modules "spng jansson yaml-0.1")
  set(io_libraries -lgif)
  install(TARGETS landfall_io EXPORT landfall_io)
  install(FILES ${PROJECT_SOURCE_DIR}/io/landfall_io.h TYPE INCLUDE)
  install(EXPORT landfall_io NAMESPACE landfall:: FILE landfall-io.cmake DESTINATION ${config_dir})
  # Who links a static library links what it needs as well, so that is no private matter of the library; a shared one
  # brings it along.
  set(io_links "-L\${libdir} -llandfall_io")
  if(BUILD_SHARED_LIBS)
    set(io_pc_needs "Requires: landfall\nRequires.private: ${io_modules}\nLibs: ${io_links}\nLibs.private: ${io_libraries}")
  else()
    set(io_pc_needs "Requires: landfall ${io_modules}\nLibs: ${io_links} ${io_libraries}")
  endif()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/landfall_io.pc.in landfall_io.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/landfall_io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# `uninstall` removes what the last `cmake --install` of this build folder wrote. Inside another project the list of files
# is the parent's, and so is the target's name.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -DBUILD_DIR=${PROJECT_BINARY_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/uninstall.cmake
    COMMENT "Uninstalling" VERBATIM)
endif()
