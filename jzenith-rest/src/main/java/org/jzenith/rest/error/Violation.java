package org.jzenith.rest.error;

/**
 * One rule that a request breaks, in the words of the client.
 *
 * @param path where in the request: {@code name}, {@code address.zip}, {@code query.limit}
 * @param message what is wrong with it
 * @param line of the body in which the element begins that is meant, from 1, where each line of the body is an element;
 *     otherwise 0
 */
public record Violation(String path, String message, long line) {

    /** A rule that is not about a line. */
    public Violation(final String path, final String message) {
        this(path, message, 0);
    }
}
