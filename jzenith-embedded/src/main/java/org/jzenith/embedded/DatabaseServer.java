package org.jzenith.embedded;

import java.util.List;

/** A running database server for development and tests. It requires a password. Safe for use by many threads; each method can block. */
public interface DatabaseServer extends EmbeddedServer {

    /**
     * Returns the name of the superuser.
     *
     * @return a name such as {@code postgres} or {@code root}
     */
    String username();

    /**
     * Returns the password that the server requires, random for each data directory.
     *
     * @return the password
     */
    String password();

    /**
     * Returns true if the server has a database of this name.
     *
     * @param name its name
     * @return true if it exists
     */
    boolean hasDatabase(String name);

    /**
     * Creates an empty database.
     *
     * @param name any name; it is quoted
     * @throws IllegalStateException if a database of this name exists
     */
    void createDatabase(String name);

    /**
     * Creates a database as a copy of another one, to which no session may be connected.
     *
     * @param name any name; it is quoted
     * @param template the database to copy
     * @throws IllegalStateException if it cannot be created
     */
    void createDatabaseFrom(String name, String template);

    /**
     * Gives a database to a user, who then owns it. A user other than the superuser has no rights beyond this database.
     *
     * @param database the name of the database
     * @param user the name of the user; created if it does not exist
     * @param ofUser the user's password from now on
     * @throws IllegalStateException if the user cannot be created
     */
    void setOwner(String database, String user, String ofUser);

    /**
     * Ends the sessions that use a database, and removes it. Does nothing if it does not exist.
     *
     * @param name its name
     */
    void dropDatabase(String name);

    /**
     * Returns the sessions that use a database.
     *
     * @param database its name
     * @return a line about each session
     */
    List<String> sessions(String database);

    /**
     * Returns the sessions that run a statement or a transaction on a database.
     *
     * @param database its name
     * @return a line about each session
     */
    List<String> busySessions(String database);
}
