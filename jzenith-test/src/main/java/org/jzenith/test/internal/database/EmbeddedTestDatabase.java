package org.jzenith.test.internal.database;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.test.database.TestDatabase;

/**
 * A database of an embedded server, and the sessions that are connected to it.
 *
 * @param scheme the first part of its URL
 * @param prefix the plugin's name, which is the prefix of its settings
 */
record EmbeddedTestDatabase(DatabaseServer server, String name, String scheme, String prefix) implements TestDatabase {

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
        user.ifPresent(owner -> server.setOwner(name, owner, server.password()));
        return user.isPresent() ? Map.of() : Map.of(key, server.username());
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
