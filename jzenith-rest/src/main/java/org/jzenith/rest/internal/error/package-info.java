/**
 * Internal. Maps failures to RFC 9457 problems.
 *
 * <p>{@link org.jzenith.rest.internal.error.Errors} handles all failures. {@code Policy} is the table; {@code docs/errors.md} has the
 * same rows, and each has a test. Other failures get a constant text and an id, and are logged with their stack trace. No response
 * shows a class name, a code of a library, or a message that the application did not write for the client.
 */
@NullMarked
package org.jzenith.rest.internal.error;

import org.jspecify.annotations.NullMarked;
