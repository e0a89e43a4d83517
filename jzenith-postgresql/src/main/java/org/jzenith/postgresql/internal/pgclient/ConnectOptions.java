package org.jzenith.postgresql.internal.pgclient;

import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.time.Duration;
import java.util.List;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.SqlClientOptions;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;

/** Converts jZenith's settings to options of {@code vertx-pg-client}. */
final class ConnectOptions {

    private ConnectOptions() {}

    /** Returns the options for each server of a database, which share the connect time-out. */
    static List<PgConnectOptions> of(final DatabaseAddress address, final SqlConfiguration settings) {
        return address.servers().stream()
                .map(server -> SqlClientOptions.set(new PgConnectOptions(), server, address, settings)
                        .setPipeliningLimit(settings.pipeliningLimit())
                        .setSslMode(SslMode.of(address.tls().word()))
                        .addProperty("standard_conforming_strings", "on")
                        .addProperty("application_name", address.applicationName()))
                .toList();
    }

    /** Returns the options with a session's settings. Some connection poolers refuse parameters they do not know. */
    static PgConnectOptions with(final PgConnectOptions options, final SqlDriver.SessionSettings settings) {
        // Vert.x does not copy this: without it a pooler may run the two parts of a statement on two servers
        final PgConnectOptions all =
                new PgConnectOptions(options).setUseLayer7Proxy(!options.getCachePreparedStatements());
        addTimeout(all, "statement_timeout", settings.statementTimeout());
        addTimeout(all, "lock_timeout", settings.lockTimeout());
        addTimeout(all, "idle_in_transaction_session_timeout", settings.idleTimeout());
        if (settings.readOnly()) {
            all.addProperty("default_transaction_read_only", "on");
        }
        return all;
    }

    private static void addTimeout(final PgConnectOptions options, final String name, final Duration limit) {
        if (limit.toMillis() > 0) {
            options.addProperty(name, Long.toString(limit.toMillis()));
        }
    }
}
