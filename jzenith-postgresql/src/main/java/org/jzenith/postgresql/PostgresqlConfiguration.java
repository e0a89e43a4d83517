package org.jzenith.postgresql;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.sql.driver.SqlConfiguration;

/** The settings of the database; the description of each says what it means. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "postgresql")
public interface PostgresqlConfiguration extends SqlConfiguration {

    @Override
    @WithDefault("5432")
    @WithConverter(Ranges.Port.class)
    @Description("The server's port.")
    int port();

    @Override
    @WithDefault("postgres")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The name of the database.")
    String database();

    @Override
    @WithDefault("postgres")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The database user.")
    String username();

    @Override
    @Description("The database as a URL: postgresql://user:password@host:port/database?sslmode=prefer. A "
            + "contradicting single setting is an error.")
    Optional<Secret<String>> url();

    /** Returns the settings of row-level security. */
    RowSecurity rowSecurity();

    /** Settings of row-level security: passes a request's user to PostgreSQL's policies. */
    interface RowSecurity {

        @WithDefault("false")
        @Description(
                "Tells the server the user of each request in jzenith.user, jzenith.roles and jzenith.tenant, for policies of "
                        + "row-level security. Each statement of a request with a user is then a transaction on a pooled connection. "
                        + "Startup fails if the policies do not apply to the database user.")
        boolean enabled();

        @WithDefault("tenant")
        @WithConverter(Ranges.NotBlank.class)
        @Description("The attribute of the identity that becomes jzenith.tenant.")
        String tenantAttribute();
    }
}
