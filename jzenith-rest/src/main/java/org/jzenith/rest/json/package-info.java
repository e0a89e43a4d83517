/**
 * JSON in and out: the one {@code ObjectMapper} of the application and the bodies that it reads and writes.
 *
 * <p>Strict by default: unknown fields, wrong types, trailing text and missing primitives are errors of the client.
 * Times are ISO-8601. {@link org.jzenith.rest.json.Json} is the public type; applications adjust the mapper by binding
 * Jackson modules.
 */
@NullMarked
package org.jzenith.rest.json;

import org.jspecify.annotations.NullMarked;
