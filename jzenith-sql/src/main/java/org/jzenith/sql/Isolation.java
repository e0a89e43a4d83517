package org.jzenith.sql;

/** The isolation level of a transaction. */
public enum Isolation {
    /** Each statement sees what was committed before it started; the server's default. */
    READ_COMMITTED("READ COMMITTED"),
    /** All statements see what was committed before the first one. */
    REPEATABLE_READ("REPEATABLE READ"),
    /** Transactions have the effect of running one after another; handle {@code SerializationFailureException}. */
    SERIALIZABLE("SERIALIZABLE");

    private final String words;

    Isolation(final String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
