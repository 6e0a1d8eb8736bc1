# Everything slackline_library() registered, as the CMake package "slackline": find_package(slackline) and slackline::slackline.

include(CMakePackageConfigHelpers)

add_library(slackline_umbrella INTERFACE)
add_library(slackline::slackline ALIAS slackline_umbrella)
set_target_properties(slackline_umbrella PROPERTIES EXPORT_NAME slackline)
get_property(libraries GLOBAL PROPERTY SLACKLINE_INSTALLED)
target_link_libraries(slackline_umbrella INTERFACE ${libraries})
install(TARGETS slackline_umbrella EXPORT slacklineTargets)

set(package_folder lib/cmake/slackline)
get_property(packages GLOBAL PROPERTY SLACKLINE_PACKAGES)
list(REMOVE_DUPLICATES packages)
set(SLACKLINE_FIND_DEPENDENCIES "")
foreach(package IN LISTS packages)
  string(APPEND SLACKLINE_FIND_DEPENDENCIES "find_dependency(${package})\n")
endforeach()
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/slacklineConfig.cmake.in" "${PROJECT_BINARY_DIR}/slacklineConfig.cmake"
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/slacklineConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(
  FILES
    "${PROJECT_BINARY_DIR}/slacklineConfig.cmake"
    "${PROJECT_BINARY_DIR}/slacklineConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/FindSystemC.cmake"
  DESTINATION ${package_folder})
install(EXPORT slacklineTargets NAMESPACE slackline:: DESTINATION ${package_folder})
