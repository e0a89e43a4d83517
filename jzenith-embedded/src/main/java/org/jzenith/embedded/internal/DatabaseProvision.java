package org.jzenith.embedded.internal;

import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.embedded.DatabaseServer;

/**
 * Creates the database and the user of a plugin.
 *
 * @param database the default name of the database
 */
public record DatabaseProvision<S extends DatabaseServer>(Product product, String database)
        implements EmbeddedServerProvider.Provision<S> {

    @Override
    public Map<String, String> provide(final S server, final Configuration settings) {
        final String name = settings.qualifier();
        final Optional<String> ownPassword = setting(settings, "password");
        final String named = setting(settings, "database").orElse(name.isEmpty() ? database : name);
        // The superuser has one password, so another database with a password has a user of its own.
        final String username = setting(settings, "username")
                .orElse(name.isEmpty() || ownPassword.isEmpty() ? server.username() : name);
        final String password = ownPassword.orElseGet(server::password);
        if (!server.hasDatabase(named)) {
            server.createDatabase(named);
        }
        server.setOwner(named, username, password);
        return Map.of(
                "host", server.host(),
                "port", String.valueOf(server.port()),
                "database", named,
                "username", username,
                "password", password);
    }

    private Optional<String> setting(final Configuration settings, final String name) {
        final String key = product.prefix() + "." + name;
        return settings.isSet(key) ? settings.value(key) : Optional.empty();
    }
}
