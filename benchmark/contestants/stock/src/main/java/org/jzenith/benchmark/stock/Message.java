package org.jzenith.benchmark.stock;

/**
 * The answer of {@code /json}.
 *
 * @param message a greeting
 */
public record Message(String message) {}
