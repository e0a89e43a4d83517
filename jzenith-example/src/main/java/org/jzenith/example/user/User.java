package org.jzenith.example.user;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A user as clients see it.
 *
 * @param id the id, assigned by the server
 * @param name 1 to 100 characters
 * @param email unique, or null
 */
public record User(UUID id, String name, @Nullable String email) {}
