package org.jzenith.benchmark.baseline;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code users}. */
record User(UUID id, String name, @Nullable String email) {}
