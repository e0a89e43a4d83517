package org.jzenith.example.benchmark;

/**
 * The answer of {@code /json}.
 *
 * @param message a greeting
 */
public record HelloMessage(String message) {}
