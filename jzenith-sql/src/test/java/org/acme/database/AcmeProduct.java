package org.acme.database;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.UrlFormat;
import org.postgresql.ds.PGSimpleDataSource;

/** A second database, as another project would add it. It speaks the protocol of PostgreSQL. */
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
                "acme://user:password@host:port/database?sslmode=prefer");
    }

    @Override
    public SqlDriver driver(
            final String name, final Vertx vertx, final DatabaseAddress address, final AcmeConfiguration settings) {
        return new AcmeDriver(name, vertx, address, settings);
    }

    @Override
    public DataSource migrationSource(final DatabaseAddress address, final AcmeConfiguration settings) {
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {address.host()});
        source.setPortNumbers(new int[] {address.port()});
        source.setDatabaseName(address.database());
        source.setUser(address.username());
        source.setPassword(address.password());
        return source;
    }

    @Override
    public boolean hasTransactionalDdl() {
        return false;
    }
}
