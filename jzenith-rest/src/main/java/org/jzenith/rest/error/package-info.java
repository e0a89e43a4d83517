/**
 * For users: maps failures to RFC 9457 problems.
 *
 * <p>An application describes its own failures with {@link org.jzenith.http.problem.Problem}. {@link
 * org.jzenith.rest.error.Errors} handles all failures with {@code ErrorResponses}. {@code Policy} is the table; {@code
 * docs/errors.md} has the same rows, and each has a test. Other failures get a constant text and an id, and are logged
 * with their stack trace. No response shows a class name, a code of a library, or a message that the application did
 * not write for the client.
 */
@NullMarked
package org.jzenith.rest.error;

import org.jspecify.annotations.NullMarked;
