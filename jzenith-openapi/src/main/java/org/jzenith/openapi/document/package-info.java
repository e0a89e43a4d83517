/**
 * Internal: describes resource methods as an OpenAPI document. {@link org.jzenith.openapi.document.ApiDocument} is the way in.
 */
@NullMarked
package org.jzenith.openapi.document;

import org.jspecify.annotations.NullMarked;
