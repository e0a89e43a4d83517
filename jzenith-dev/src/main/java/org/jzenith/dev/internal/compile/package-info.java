/**
 * Internal. The build of a project: {@code PendingChanges} collects the files that changed, {@code ProjectBuild} brings the
 * output folders up to date, and {@code SourceCompiler} compiles the sources that a change concerns.
 */
@NullMarked
package org.jzenith.dev.internal.compile;

import org.jspecify.annotations.NullMarked;
