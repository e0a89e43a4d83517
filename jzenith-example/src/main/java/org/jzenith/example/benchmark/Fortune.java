package org.jzenith.example.benchmark;

/**
 * A fortune cookie.
 *
 * @param id its number; the one added at request time has 0
 * @param message not escaped
 */
public record Fortune(int id, String message) {}
