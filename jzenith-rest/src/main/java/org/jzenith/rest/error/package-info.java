/**
 * For users. Maps failures to RFC 9457 problems, by one table of policy.
 *
 * <p>An application says with {@link org.jzenith.rest.error.Problem} what a client reads of a failure of its own.
 * {@link org.jzenith.rest.error.Errors} answers all of them, as {@code FailureAnswers} finds. {@code Policy} is the table; the
 * same rows stand in {@code docs/errors.md}, and each has a test. What the table does not know is answered with a constant text and an id; the
 * stack trace stays in the log. No answer shows a class name, a code of a library, or a message that the application
 * did not write for the client.
 */
@NullMarked
package org.jzenith.rest.error;

import org.jspecify.annotations.NullMarked;
