package org.jzenith.sql.driver;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The address of a database server, with everything needed to connect to it. Injectable; its {@code toString} holds no secret.
 *
 * @param host a name or address
 * @param port 1 to 65535
 * @param database the name of the database
 * @param username the name of the user
 * @param password never to be logged; null if none is configured
 * @param tls the mode of encryption and trust
 * @param trustFile a readable PEM file with the authorities that may sign the server's certificate, or null for those that the JVM trusts
 * @param applicationName the name under which the server lists the connections
 */
public record DatabaseAddress(
        String host,
        int port,
        String database,
        String username,
        @Nullable String password,
        TlsMode tls,
        @Nullable Path trustFile,
        String applicationName) {

    /** Returns host, port and database, without credentials. */
    @Override
    public String toString() {
        return host + ":" + port + "/" + database;
    }
}
