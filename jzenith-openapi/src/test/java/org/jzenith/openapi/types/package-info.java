/** An application with every type of result, argument and body. {@code tck/openapi} sends requests to it. */
@NullMarked
package org.jzenith.openapi.types;

import org.jspecify.annotations.NullMarked;
