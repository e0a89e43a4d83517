/**
 * For users: adjusts the JSON of an application, with {@link org.jzenith.json.Json}.
 *
 * <p>The one {@code ObjectMapper} of the application is strict by default: unknown fields, wrong types, trailing text and
 * missing primitives are errors of the client. Times are ISO-8601.
 */
@NullMarked
package org.jzenith.json;

import org.jspecify.annotations.NullMarked;
