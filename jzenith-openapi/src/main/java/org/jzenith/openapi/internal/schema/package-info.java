/**
 * Internal: JSON Schemas of Java types, as the application's {@code ObjectMapper} reads and writes them, with the constraints of Jakarta
 * Validation. {@link org.jzenith.openapi.internal.schema.Schemas} is the way in.
 */
@NullMarked
package org.jzenith.openapi.internal.schema;

import org.jspecify.annotations.NullMarked;
