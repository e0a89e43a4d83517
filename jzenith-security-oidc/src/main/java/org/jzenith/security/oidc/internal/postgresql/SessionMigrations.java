package org.jzenith.security.oidc.internal.postgresql;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.ProvidesIntoSet;
import java.util.List;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.jzenith.security.oidc.session.SessionStorage;
import org.jzenith.sql.driver.PluginMigrations;

/** Creates the table of the sessions, if they are in the database. Loaded only with jzenith-sql. */
public final class SessionMigrations extends AbstractModule {

    // region migrations
    @ProvidesIntoSet
    PluginMigrations migrations(final OidcConfiguration settings) {
        return new PluginMigrations(
                "oidc_session",
                "postgresql",
                settings.session().store() == SessionStorage.POSTGRESQL
                        ? List.of("org/jzenith/security/oidc/migration")
                        : List.of());
    }
    // endregion
}
