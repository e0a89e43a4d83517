package org.acme.database;

import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.UrlFormat;
import org.jzenith.sql.text.SqlLexis;
import org.mariadb.jdbc.MariaDbDataSource;

/** A second database, as another project would add it. It speaks the protocol of MariaDB. */
public final class AcmeProduct implements DatabaseProduct<AcmeConfiguration> {

    @Override
    public String name() {
        return "Acme DB";
    }

    @Override
    public String prefix() {
        return "acme";
    }

    @Override
    public Class<AcmeConfiguration> configuration() {
        return AcmeConfiguration.class;
    }

    @Override
    public UrlFormat url() {
        return new UrlFormat(
                List.of("acme", "acmedb"),
                Map.of("sslmode", "tls.mode", "application_name", "application-name"),
                Map.of(),
                "acme://user:password@host:port/database?sslmode=prefer");
    }

    @Override
    public SqlDriver driver(
            final String name, final Vertx vertx, final DatabaseAddress address, final AcmeConfiguration settings) {
        return new AcmeDriver(name, vertx, address, settings);
    }

    @Override
    public DataSource migrationSource(final DatabaseAddress address, final AcmeConfiguration settings) {
        try {
            final MariaDbDataSource source = new MariaDbDataSource(
                    "jdbc:mariadb://" + address.host() + ":" + address.port() + "/" + address.database());
            source.setUser(address.username());
            source.setPassword(address.password());
            return source;
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean hasTransactionalDdl() {
        return false;
    }

    @Override
    public SqlLexis lexis() {
        return AcmeDriver.LEXIS;
    }
}
