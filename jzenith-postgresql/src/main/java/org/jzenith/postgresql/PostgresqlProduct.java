package org.jzenith.postgresql;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jzenith.postgresql.pgclient.PgDriver;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.TlsMode;
import org.jzenith.sql.driver.UrlFormat;

/** PostgreSQL, with its settings, URLs and migrations over JDBC. */
final class PostgresqlProduct implements DatabaseProduct<PostgresqlConfiguration> {

    private static final UrlFormat URL = new UrlFormat(
            List.of("postgresql", "postgres"),
            Map.of(
                    "sslmode", "tls.mode",
                    "sslrootcert", "tls.trust-file",
                    "application_name", "application-name",
                    "user", "username",
                    "password", "password"),
            "postgresql://user:password@host:port/database?sslmode=prefer");

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String prefix() {
        return "postgresql";
    }

    @Override
    public Class<PostgresqlConfiguration> configuration() {
        return PostgresqlConfiguration.class;
    }

    @Override
    public UrlFormat url() {
        return URL;
    }

    @Override
    public SqlDriver driver(
            final String name,
            final Vertx vertx,
            final DatabaseAddress address,
            final PostgresqlConfiguration settings) {
        return new PgDriver(
                name,
                vertx,
                address,
                settings,
                settings.rowSecurity().enabled() ? settings.rowSecurity().tenantAttribute() : null);
    }

    @Override
    public DataSource migrationSource(final DatabaseAddress address, final PostgresqlConfiguration settings) {
        final MigrationSource source = new MigrationSource();
        source.setServerNames(new String[] {address.host()});
        source.setPortNumbers(new int[] {address.port()});
        source.setDatabaseName(address.database());
        source.setUser(address.username());
        source.setPassword(address.password());
        source.setApplicationName(address.applicationName());
        source.setSslMode(address.tls().word());
        final int seconds =
                (int) Math.min(3_600, Math.max(1, settings.connectTimeout().toSeconds()));
        source.setConnectTimeout(seconds);
        source.setLoginTimeout(seconds);
        final Path trustFile = address.trustFile();
        if (trustFile != null) {
            source.setSslRootCert(trustFile.toString());
        } else if (address.tls() == TlsMode.VERIFY_CA || address.tls() == TlsMode.VERIFY_FULL) {
            source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        return source;
    }

    /** A lock in a transaction keeps a snapshot open, and CREATE INDEX CONCURRENTLY would wait for it forever. */
    @Override
    public Map<String, String> flywaySettings() {
        return Map.of("flyway.postgresql.transactional.lock", "false");
    }

    @Override
    public List<String> endMigrations(final DataSource source) {
        return ((MigrationSource) source).end();
    }

    @Override
    public List<String> leftByMigrations(final DataSource source) {
        return ((MigrationSource) source).invalidIndexes();
    }

    @Override
    public boolean hasTransactionalDdl() {
        return true;
    }
}
