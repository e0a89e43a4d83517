/**
 * Internal: compares two OpenAPI documents, and finds the changes that break clients of the first. {@link
 * org.jzenith.openapi.compatibility.Compatibility} is the way in.
 */
@NullMarked
package org.jzenith.openapi.compatibility;

import org.jspecify.annotations.NullMarked;
