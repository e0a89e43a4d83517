/**
 * Internal. The goals of Maven: {@link org.jzenith.maven.DevMojo} starts a JVM with the class path of the project and the
 * development mode, and hands it the project's sources, resources and compiler options; {@link
 * org.jzenith.maven.JavaScriptCompilerMojo} copies the compiler of JavaScript.
 */
@NullMarked
package org.jzenith.maven;

import org.jspecify.annotations.NullMarked;
