/** Internal. Streams in both directions: sources of Java that JavaScript iterates, and async iterables that are a response. */
@NullMarked
package org.jzenith.javascript.internal.stream;

import org.jspecify.annotations.NullMarked;
