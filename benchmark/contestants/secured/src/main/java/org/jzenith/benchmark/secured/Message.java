package org.jzenith.benchmark.secured;

/**
 * The smallest answer.
 *
 * @param message a text
 */
public record Message(String message) {}
