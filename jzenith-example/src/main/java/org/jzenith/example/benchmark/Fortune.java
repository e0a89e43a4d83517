package org.jzenith.example.benchmark;

/**
 * A fortune cookie.
 *
 * @param id the number; 0 for the fortune that is added at request time
 * @param message the text, not escaped
 */
public record Fortune(int id, String message) {}
