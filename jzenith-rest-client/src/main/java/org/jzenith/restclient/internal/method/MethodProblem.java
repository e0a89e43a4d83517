package org.jzenith.restclient.internal.method;

/**
 * A mistake in a method of a client.
 *
 * @param text the end of a sentence that begins with the method
 * @param remedy the fix, as a sentence
 */
record MethodProblem(String text, String remedy) {}
