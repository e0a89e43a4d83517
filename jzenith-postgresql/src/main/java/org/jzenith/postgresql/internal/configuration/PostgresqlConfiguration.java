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
    @Description("The database as a URL: postgresql://user:password@host:port/database?sslmode=prefer. Startup fails "
            + "if another setting contradicts it.")
    Optional<Secret<String>> url();

    @WithDefault("16M")
    @Description(
            "The maximum size of all values of a statement together. A statement with larger values fails and is not "
                    + "sent.")
    DataSize maxValuesSize();

    @WithDefault("64M")
    @Description("The maximum size of a row of a result. A statement that returns a larger row fails, and its rows are "
            + "discarded as they arrive.")
    DataSize maxRowSize();

    @Description("The servers of a cluster, as host or host:port; set this instead of host. jZenith connects to the "
            + "first server with the role of target-session-attrs.")
    Optional<List<String>> hosts();

    @Description(
            "The role of the server: any, read-write, primary (which may refuse changes), or standby. When not set, "
                    + "read-write for several hosts, and any for one host.")
    Optional<TargetServer> targetSessionAttrs();

    /** Returns the settings of connections for reads. */
    ReadOnly readOnly();

    /** Settings of {@code Database.readOnly()}. */
    interface ReadOnly {

        @WithDefault("prefer-standby")
        @Description(
                "The role of the server that database.readOnly() reads from: prefer-standby (any server if no standby "
                        + "can be reached), standby or primary.")
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
