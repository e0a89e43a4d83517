package org.jzenith.example.admin;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A name that a user has or had.
 *
 * @param user the id of the user
 * @param name the name
 * @param since the time since which the user has had it
 */
public record UsedName(UUID user, String name, OffsetDateTime since) {}
