package org.jzenith.benchmark.blocking;

/**
 * The answer of {@code /json}.
 *
 * @param message a greeting
 */
public record Message(String message) {}
