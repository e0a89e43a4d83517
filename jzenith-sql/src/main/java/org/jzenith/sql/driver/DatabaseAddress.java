package org.jzenith.sql.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The address of a database, with everything needed to connect to it. Injectable; its {@code toString} holds no secret.
 *
 * @param servers the servers of the database, in the order in which to try them; one, unless the product {@linkplain DatabaseProduct#hosts
 *     supports several}
 * @param database the name of the database
 * @param username the name of the user
 * @param password never to be logged; null if none is configured
 * @param tls the mode of encryption and trust
 * @param trustFile a readable PEM file with the authorities that may sign the server's certificate, or null for those that the JVM trusts
 * @param applicationName the name under which the server lists the connections
 * @param parameters the URL's values for settings that only this product has, by key; see {@link UrlFormat#words}
 */
public record DatabaseAddress(
        List<ServerAddress> servers,
        String database,
        String username,
        @Nullable String password,
        TlsMode tls,
        @Nullable Path trustFile,
        String applicationName,
        Map<String, String> parameters) {

    /** Copies the collections. */
    public DatabaseAddress {
        servers = List.copyOf(servers);
        parameters = Map.copyOf(parameters);
    }

    /**
     * Returns the host of the first server.
     *
     * @return a name or address
     */
    public String host() {
        return servers.get(0).host();
    }

    /**
     * Returns the port of the first server.
     *
     * @return 1 to 65535
     */
    public int port() {
        return servers.get(0).port();
    }

    /**
     * Returns the servers, for messages.
     *
     * @return host and port of each, separated by commas
     */
    public String serverNames() {
        return servers.stream().map(ServerAddress::toString).collect(Collectors.joining(","));
    }

    /** Returns servers and database, without credentials. */
    @Override
    public String toString() {
        return serverNames() + "/" + database;
    }
}
