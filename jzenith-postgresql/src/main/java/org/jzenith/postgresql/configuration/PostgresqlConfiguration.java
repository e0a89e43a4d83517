package org.jzenith.postgresql.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.sql.driver.SqlConfiguration;

/**
 * The settings of the database; the description of each says what it means. Immutable and safe for use by many threads.
 */
@ConfigMapping(prefix = "postgresql")
public interface PostgresqlConfiguration extends SqlConfiguration {

    @WithDefault("localhost")
    @NotBlank
    @Description("The host of the server: a name or an address.")
    String host();

    @WithDefault("5432")
    @Min(1)
    @Max(65_535)
    @Description("The port of the server.")
    int port();

    @WithDefault("postgres")
    @NotBlank
    @Description("The name of the database.")
    String database();

    @WithDefault("postgres")
    @NotBlank
    @Description("The name of the database user.")
    String username();

    @Description("The password of the database user, if the server asks for one.")
    Optional<Secret<String>> password();

    @Description("The database in one line: postgresql://user:password@host:port/database?sslmode=prefer. Wins over the"
            + " single settings; a different single setting beside it is an error.")
    Optional<Secret<String>> url();

    /** The encryption of the connections. */
    Tls tls();

    @WithDefault("jzenith")
    @NotBlank
    @Description("The name under which the server lists the connections of this application.")
    String applicationName();

    /** The schema migrations. */
    MigrationSettings migrations();

    /** The encryption of the connections. */
    interface Tls {

        @WithDefault("prefer")
        @Description("When the connections are encrypted and how far the server is trusted; verify-full is the safe"
                + " choice across a network.")
        TlsMode mode();

        @Description("A PEM file with the authorities that may sign the server's certificate, for verify-ca and"
                + " verify-full; those that the JVM trusts when not set.")
        Optional<Path> trustFile();
    }

    /** The schema migrations. */
    interface MigrationSettings {

        @WithDefault("true")
        @Description("Whether schema migrations run at start, before the listeners open.")
        boolean enabled();

        @WithDefault("db/migration")
        @Description("Where the migrations are: folders on the class path, or filesystem: and a path.")
        List<String> locations();
    }
}
