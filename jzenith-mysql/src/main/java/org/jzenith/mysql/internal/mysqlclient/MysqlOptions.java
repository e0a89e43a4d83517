package org.jzenith.mysql.internal.mysqlclient;

import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.SslMode;
import java.util.Map;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.SqlClientOptions;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.TlsMode;

/** Converts jZenith's settings to options of {@code vertx-mysql-client}. */
final class MysqlOptions {

    private MysqlOptions() {}

    static MySQLConnectOptions of(final DatabaseAddress address, final SqlConfiguration settings) {
        return SqlClientOptions.set(new MySQLConnectOptions(), address.servers().get(0), address, settings)
                .setCharset("utf8mb4")
                .setCharacterEncoding("UTF-8")
                .setPipeliningLimit(settings.pipeliningLimit())
                .setProperties(Map.of("program_name", address.applicationName()))
                .setSslMode(sslMode(address.tls()));
    }

    private static SslMode sslMode(final TlsMode mode) {
        return switch (mode) {
            case DISABLE, ALLOW -> SslMode.DISABLED;
            case PREFER -> SslMode.PREFERRED;
            case REQUIRE -> SslMode.REQUIRED;
            case VERIFY_CA -> SslMode.VERIFY_CA;
            case VERIFY_FULL -> SslMode.VERIFY_IDENTITY;
        };
    }
}
