/**
 * Internal: describes resource methods as an OpenAPI document. {@link org.jzenith.openapi.internal.document.ApiDocument} is the way in.
 */
@NullMarked
package org.jzenith.openapi.internal.document;

import org.jspecify.annotations.NullMarked;
