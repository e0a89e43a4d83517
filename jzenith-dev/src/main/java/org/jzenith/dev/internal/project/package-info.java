/**
 * Internal. The project that the development mode runs: its source and output folders, the files that change in them, and its
 * Logback file. Knows neither the compiler nor the application.
 */
@NullMarked
package org.jzenith.dev.internal.project;

import org.jspecify.annotations.NullMarked;
