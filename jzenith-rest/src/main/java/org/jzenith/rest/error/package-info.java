/**
 * Failures and the answers that clients get for them: one table of policy from exceptions to RFC 9457 problems.
 *
 * <p>An application says with {@link org.jzenith.rest.error.Problem} what a client reads of a failure of its own. {@link
 * org.jzenith.rest.error.Errors} answers all of them. {@code Policy} is the table; the same rows stand in {@code
 * docs/errors.md}, and each has a test. What the table does not know is answered with a constant text and an id; the
 * stack trace stays in the log. No answer shows a class name, a code of a library, or a message that the application did
 * not write for the client.
 */
@NullMarked
package org.jzenith.rest.error;

import org.jspecify.annotations.NullMarked;
