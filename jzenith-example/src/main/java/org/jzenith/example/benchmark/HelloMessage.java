package org.jzenith.example.benchmark;

/**
 * The response of {@code /json}.
 *
 * @param message a greeting
 */
public record HelloMessage(String message) {}
