package org.jzenith.postgresql.internal.configuration;

import java.util.Locale;

/** The role of the server that connections need, in the words of libpq's {@code target_session_attrs}. */
public enum TargetServer {
    ANY,
    READ_WRITE,
    PRIMARY,
    STANDBY;

    /** Returns the role as an operator writes it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the role with the {@link #word}. */
    public static TargetServer of(final String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns true if a standby does not have the role, and another server may. */
    public boolean isPrimary() {
        return this == READ_WRITE || this == PRIMARY;
    }
}
