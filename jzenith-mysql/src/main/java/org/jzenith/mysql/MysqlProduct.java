package org.jzenith.mysql;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jzenith.mysql.internal.configuration.MysqlConfiguration;
import org.jzenith.mysql.internal.lease.MysqlLeaseModule;
import org.jzenith.mysql.internal.mysqlclient.MysqlDriver;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.LongLock;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.UrlFormat;
import org.jzenith.sql.text.SqlLexis;

/** MariaDB and MySQL, with their settings, URLs and migrations over JDBC. */
final class MysqlProduct implements DatabaseProduct<MysqlConfiguration> {

    private static final UrlFormat URL = new UrlFormat(
            List.of("mariadb", "mysql"),
            Map.of(
                    "sslmode", "tls.mode",
                    "sslrootcert", "tls.trust-file",
                    "application_name", "application-name",
                    "user", "username",
                    "password", "password"),
            Map.of(),
            "mariadb://user:password@host:port/database?sslmode=prefer");

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String prefix() {
        return "mysql";
    }

    @Override
    public Class<MysqlConfiguration> configuration() {
        return MysqlConfiguration.class;
    }

    @Override
    public UrlFormat url() {
        return URL;
    }

    @Override
    public SqlDriver driver(
            final String name, final Vertx vertx, final DatabaseAddress address, final MysqlConfiguration settings) {
        return new MysqlDriver(name, vertx, address, settings, settings.maxRowSize());
    }

    @Override
    public DataSource migrationSource(final DatabaseAddress address, final MysqlConfiguration settings) {
        return new MysqlMigrationSource(address, settings.connectTimeout());
    }

    @Override
    public Map<String, String> migrationLibraries() {
        return Map.of(
                "org.flywaydb.database.mysql.mariadb.MariaDBDatabaseType",
                "org.flywaydb:flyway-mysql",
                "org.mariadb.jdbc.MariaDbDataSource",
                "org.mariadb.jdbc:mariadb-java-client");
    }

    @Override
    public List<String> endMigrations(final DataSource source) {
        return ((MysqlMigrationSource) source).end();
    }

    @Override
    public List<Module> modules() {
        return List.of(new MysqlLeaseModule());
    }

    /** Looks for the tables of leases, if the application uses them. */
    @Override
    public Completable check(final Injector injector) {
        return MysqlLeaseModule.check(injector);
    }

    @Override
    public SqlLexis lexis() {
        return MysqlDriver.LEXIS;
    }

    @Override
    public List<LongLock> longLocks() {
        return MysqlLocks.ALL;
    }

    @Override
    public boolean hasTransactionalDdl() {
        return false;
    }
}
