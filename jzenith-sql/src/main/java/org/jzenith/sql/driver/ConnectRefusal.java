package org.jzenith.sql.driver;

/** Why a server refuses to open a session. A start does not try again after any of these. */
public enum ConnectRefusal {
    /** The password is wrong or missing. */
    PASSWORD,
    /** The user does not exist, or may not connect to the database. */
    USER,
    /** The database does not exist. */
    DATABASE
}
