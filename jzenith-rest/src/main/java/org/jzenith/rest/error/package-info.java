/**
 * The desk where failures become answers: one table of policy from exceptions to RFC 9457 problems.
 *
 * <p>{@link org.jzenith.rest.error.Errors} is the door. {@code Policy} is the table; the same rows stand in {@code
 * docs/errors.md}, and each has a test. What the table does not know is answered with a constant text and an id; the
 * stack trace stays in the log. No answer ever shows an exception's message, a class name or a code of a library.
 */
@NullMarked
package org.jzenith.rest.error;

import org.jspecify.annotations.NullMarked;
