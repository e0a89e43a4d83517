package org.jzenith.postgresql;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jzenith.postgresql.internal.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.internal.configuration.TargetServer;
import org.jzenith.postgresql.internal.lease.PostgresqlLeaseModule;
import org.jzenith.postgresql.internal.pgclient.PgDriver;
import org.jzenith.postgresql.internal.state.StateModule;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.LongLock;
import org.jzenith.sql.driver.ServerAddress;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.TlsMode;
import org.jzenith.sql.driver.UrlFormat;
import org.jzenith.sql.text.SqlLexis;

/** PostgreSQL, with its settings, URLs and migrations over JDBC. */
final class PostgresqlProduct implements DatabaseProduct<PostgresqlConfiguration> {

    private static final String TARGET = "target-session-attrs";

    private static final UrlFormat URL = new UrlFormat(
            List.of("postgresql", "postgres"),
            Map.of(
                    "sslmode", "tls.mode",
                    "sslrootcert", "tls.trust-file",
                    "application_name", "application-name",
                    "target_session_attrs", TARGET,
                    "user", "username",
                    "password", "password"),
            Map.of(
                    TARGET,
                    Stream.of(TargetServer.values()).map(TargetServer::word).toList()),
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
    public List<String> hosts(final PostgresqlConfiguration settings) {
        return settings.hosts().orElse(List.of());
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
                settings.maxValuesSize(),
                target(address, settings),
                settings.readOnly().targetSessionAttrs(),
                settings.maxRowSize(),
                settings.rowSecurity().enabled() ? settings.rowSecurity().tenantAttribute() : null);
    }

    private static TargetServer target(final DatabaseAddress address, final PostgresqlConfiguration settings) {
        return Optional.ofNullable(address.parameters().get(TARGET))
                .map(TargetServer::of)
                .or(settings::targetSessionAttrs)
                .orElse(address.servers().size() > 1 ? TargetServer.READ_WRITE : TargetServer.ANY);
    }

    @Override
    public DataSource migrationSource(final DatabaseAddress address, final PostgresqlConfiguration settings) {
        final MigrationSource source = new MigrationSource();
        source.setServerNames(
                address.servers().stream().map(ServerAddress::host).toArray(String[]::new));
        source.setPortNumbers(
                address.servers().stream().mapToInt(ServerAddress::port).toArray());
        source.setTargetServerType(target(address, settings).isPrimary() ? "primary" : "any");
        source.setDatabaseName(address.database());
        source.setUser(address.username());
        source.setPassword(address.password());
        source.setApplicationName(address.applicationName());
        source.setSslMode(address.tls().word());
        final int seconds = (int) Math.min(
                3_600,
                Math.max(
                        1,
                        settings.connectTimeout().toSeconds()
                                / address.servers().size()));
        source.setConnectTimeout(seconds);
        source.setSocketTimeout(seconds);
        final Path trustFile = address.trustFile();
        if (trustFile != null) {
            source.setSslRootCert(trustFile.toString());
        } else if (address.tls() == TlsMode.VERIFY_CA || address.tls() == TlsMode.VERIFY_FULL) {
            source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        return source;
    }

    @Override
    public Map<String, String> migrationLibraries() {
        return Map.of(
                "org.flywaydb.database.postgresql.PostgreSQLDatabaseType", "org.flywaydb:flyway-database-postgresql",
                "org.postgresql.ds.PGSimpleDataSource", "org.postgresql:postgresql");
    }

    /** A lock in a transaction would keep a snapshot open, for which CREATE INDEX CONCURRENTLY would wait forever. */
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
    public List<LongLock> longLocks() {
        return PostgresqlLocks.ALL;
    }

    @Override
    public List<Module> modules() {
        return List.of(new StateModule(), new PostgresqlLeaseModule());
    }

    /** Looks for the tables of shared state and leases, if the application uses them. */
    @Override
    public Completable check(final Injector injector) {
        return StateModule.check(injector).andThen(PostgresqlLeaseModule.check(injector));
    }

    @Override
    public boolean hasTransactionalDdl() {
        return true;
    }

    @Override
    public SqlLexis lexis() {
        return PgDriver.LEXIS;
    }
}
