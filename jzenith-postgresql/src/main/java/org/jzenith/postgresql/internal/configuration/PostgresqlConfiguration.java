package org.jzenith.postgresql.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
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

    @WithDefault("16M")
    @Description(
            "The maximum size of all values of a statement together. A statement with larger ones fails and is not sent.")
    DataSize maxValuesSize();

    @WithDefault("64M")
    @Description(
            "The maximum size of a row of a result. A statement that returns a larger one fails, and its rows are discarded "
                    + "as they arrive.")
    DataSize maxRowSize();

    @Description("The servers of a cluster, as host or host:port, instead of host: the first one with the role of "
            + "target-session-attrs is used.")
    Optional<List<String>> hosts();

    @Description(
            "The role of the server: any, read-write, primary (which may refuse changes), or standby. read-write when not set and there "
                    + "are several hosts, otherwise any.")
    Optional<TargetServer> targetSessionAttrs();

    /** Returns the settings of connections for reads. */
    ReadOnly readOnly();

    /** Settings of {@code Database.readOnly()}. */
    interface ReadOnly {

        @WithDefault("prefer-standby")
        @Description(
                "The role of the server that database.readOnly() reads from: prefer-standby (another one if no standby can be reached), "
                        + "standby or primary.")
        ReadOnlyTarget targetSessionAttrs();
    }

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
