package org.jzenith.example.note;

import java.util.UUID;

/**
 * A note of a user.
 *
 * @param id the id
 * @param text the text
 */
public record Note(UUID id, String text) {}
