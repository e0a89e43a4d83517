/**
 * Internal: bodies of JSON, read and written by the {@code ObjectMapper} of the application. The public type is {@link
 * org.jzenith.rest.internal.json.JsonEntities}.
 */
@NullMarked
package org.jzenith.rest.internal.json;

import org.jspecify.annotations.NullMarked;
