package org.jzenith.sql.driver;

/** The reason for which a server refuses to open a session. Startup does not retry after such a refusal. */
public enum ConnectRefusal {
    /** The password is wrong or missing. */
    PASSWORD,
    /** The user does not exist, or is not allowed to connect to the database. */
    USER,
    /** The database does not exist. */
    DATABASE,
    /** The server, or a connection pooler in front of it, refuses the settings of the session. */
    SESSION
}
