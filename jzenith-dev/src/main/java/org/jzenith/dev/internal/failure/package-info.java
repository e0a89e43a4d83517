/**
 * Internal. The failures that the development mode shows instead of the application: errors of the compiler, of a start or of a
 * request, each with its place in the sources, and the page for browsers.
 */
@NullMarked
package org.jzenith.dev.internal.failure;

import org.jspecify.annotations.NullMarked;
