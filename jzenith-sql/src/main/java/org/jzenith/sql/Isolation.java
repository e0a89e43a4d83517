package org.jzenith.sql;

/** The isolation level of a transaction. */
public enum Isolation {
    /** Each statement sees the changes that were committed before it started. The default of PostgreSQL. */
    READ_COMMITTED("READ COMMITTED"),
    /** All statements see the changes that were committed before the first statement. The default of MariaDB and MySQL. */
    REPEATABLE_READ("REPEATABLE READ"),
    /** Transactions have the same effect as if they ran one after another. Retry after a {@code SerializationFailureException}. */
    SERIALIZABLE("SERIALIZABLE");

    private final String words;

    Isolation(final String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
