package org.jzenith.sql;

/** How much a transaction sees of others. */
public enum Isolation {
    /** Each statement sees what was committed before it began; the server's default. */
    READ_COMMITTED("READ COMMITTED"),
    /** All statements see what was committed before the first one. */
    REPEATABLE_READ("REPEATABLE READ"),
    /** As if transactions ran one after another; be ready for {@code SerializationFailureException}. */
    SERIALIZABLE("SERIALIZABLE");

    private final String words;

    Isolation(final String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
