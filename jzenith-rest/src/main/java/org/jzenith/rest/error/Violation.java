package org.jzenith.rest.error;

/**
 * One rule that a request breaks, in the words of the client.
 *
 * @param path where in the request: {@code name}, {@code address.zip}, {@code query.limit}
 * @param message what is wrong with it
 */
public record Violation(String path, String message) {}
