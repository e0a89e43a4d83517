package org.jzenith.benchmark.service;

/**
 * The smallest answer.
 *
 * @param message a text
 */
public record Message(String message) {}
