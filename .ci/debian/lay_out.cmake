# CPack runs this before it makes a package. A .deb gets what Debian asks for: compressed manual pages, copyright,
# changelog, and zsh's completion where Debian's zsh looks.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${share}/doc/gpupick)
string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/gpupick/changelog "gpupick (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What changed stands in docs/changes.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${pages} ${share}/doc/gpupick/changelog COMMAND_ERROR_IS_FATAL ANY)
