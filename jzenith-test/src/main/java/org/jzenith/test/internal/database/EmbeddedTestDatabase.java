package org.jzenith.test.internal.database;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.test.database.TestDatabase;

/** A database of an embedded server, and the sessions that are connected to it. Safe for use by many threads. */
final class EmbeddedTestDatabase implements TestDatabase {

    private final DatabaseServer server;
    private final String name;
    private final String scheme;
    private final String prefix;
    private volatile @Nullable String owner;

    /**
     * Describes a database that exists.
     *
     * @param scheme the first part of its URL
     * @param prefix the plugin's name, which is the prefix of its settings
     */
    EmbeddedTestDatabase(final DatabaseServer server, final String name, final String scheme, final String prefix) {
        this.server = server;
        this.name = name;
        this.scheme = scheme;
        this.prefix = prefix;
    }

    String name() {
        return name;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(
                prefix + ".url", scheme + "://" + server.host() + ":" + server.port() + "/" + name,
                prefix + ".host", server.host(),
                prefix + ".port", String.valueOf(server.port()),
                prefix + ".database", name,
                prefix + ".password", server.password());
    }

    /** Makes the configured user the owner; without one, provides the superuser. */
    @Override
    public Map<String, String> prepare(final Configuration configuration) {
        final String key = prefix + ".username";
        final Optional<String> user = configuration.isSet(key) ? configuration.value(key) : Optional.empty();
        owner = user.orElse(null);
        own();
        return user.isPresent() ? Map.of() : Map.of(key, server.username());
    }

    private void own() {
        final String user = owner;
        if (user != null) {
            server.setOwner(name, user, server.password());
        }
    }

    @Override
    public void restore(final TestDatabase template) {
        server.dropDatabase(name);
        server.createDatabaseFrom(name, ((EmbeddedTestDatabase) template).name);
        own();
    }

    /** On a loaded machine, the embedded server takes longer than the default of 5 s. */
    @Override
    public Map<String, String> defaults() {
        return Map.of(prefix + ".connect-timeout", "60s");
    }

    @Override
    public void drop() {
        server.dropDatabase(name);
    }

    /** Returns the sessions that are not idle; none if every connection was released to its pool. */
    @Override
    public List<String> busySessions() {
        return server.busySessions(name);
    }

    /** Returns all sessions; none if every pool was closed. */
    @Override
    public List<String> sessions() {
        return server.sessions(name);
    }
}
