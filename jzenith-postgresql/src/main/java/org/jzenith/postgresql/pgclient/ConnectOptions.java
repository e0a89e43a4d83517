package org.jzenith.postgresql.pgclient;

import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.TlsMode;

/** Converts jZenith's settings to options of {@code vertx-pg-client}. */
final class ConnectOptions {

    /** Longer statements are prepared for each execution. */
    private static final int LONGEST_REMEMBERED = 8_192;

    private ConnectOptions() {}

    static PgConnectOptions of(final DatabaseAddress address, final SqlConfiguration settings) {
        final PgConnectOptions options = new PgConnectOptions()
                .setHost(address.host())
                .setPort(address.port())
                .setDatabase(address.database())
                .setUser(address.username())
                .setPassword(Objects.requireNonNullElse(address.password(), ""))
                .setPipeliningLimit(settings.pipeliningLimit())
                .setCachePreparedStatements(settings.preparedStatements() > 0)
                .setPreparedStatementCacheMaxSize(Math.max(1, settings.preparedStatements()))
                .setPreparedStatementCacheSqlLimit(LONGEST_REMEMBERED)
                .addProperty("application_name", address.applicationName());
        options.setConnectTimeout(Math.toIntExact(settings.connectTimeout().toMillis()))
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true);
        options.setSslMode(SslMode.of(address.tls().word()));
        if (address.tls() == TlsMode.VERIFY_CA || address.tls() == TlsMode.VERIFY_FULL) {
            options.setTrustOptions(trust(address.trustFile()));
            options.setHostnameVerificationAlgorithm(address.tls() == TlsMode.VERIFY_FULL ? "HTTPS" : "");
        } else {
            options.setTrustAll(true);
        }
        return options;
    }

    /** Returns the options with a session's settings. Some connection poolers refuse parameters they do not know. */
    static PgConnectOptions with(final PgConnectOptions options, final SqlDriver.SessionSettings settings) {
        final PgConnectOptions all = new PgConnectOptions(options);
        addTimeout(all, "statement_timeout", settings.statementTimeout());
        addTimeout(all, "lock_timeout", settings.lockTimeout());
        return all;
    }

    private static void addTimeout(final PgConnectOptions options, final String name, final Duration limit) {
        if (limit.toMillis() > 0) {
            options.addProperty(name, Long.toString(limit.toMillis()));
        }
    }

    private static TrustOptions trust(final @Nullable Path file) {
        if (file != null) {
            return new PemTrustOptions().addCertPath(file.toString());
        }
        try {
            final TrustManagerFactory factory =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return TrustOptions.wrap(factory.getTrustManagers()[0]);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException(
                    "This JVM has no certificates of its own; set postgresql.tls.trust-file.", e);
        }
    }
}
