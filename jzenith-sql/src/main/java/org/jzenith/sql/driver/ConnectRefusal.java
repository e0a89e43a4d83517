package org.jzenith.sql.driver;

/** The reason for which a server refuses to open a session. The start is not retried after any of these. */
public enum ConnectRefusal {
    /** The password is wrong or missing. */
    PASSWORD,
    /** The user does not exist, or may not connect to the database. */
    USER,
    /** The database does not exist. */
    DATABASE,
    /** The settings of the session are refused, as some connection poolers do. */
    SESSION
}
