package org.jzenith.postgresql.connection;

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
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.configuration.TlsMode;

/** Our settings in the driver's terms. */
final class DriverOptions {

    /** Longer statements are prepared for each execution. */
    private static final int LONGEST_REMEMBERED = 8_192;

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(2);

    private DriverOptions() {}

    static PgConnectOptions of(final DatabaseAddress address, final PostgresqlConfiguration settings) {
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
        final long statementMillis = statementTimeout(settings).toMillis();
        if (statementMillis > 0) {
            // Some connection poolers refuse parameters they do not know, so it must be possible to leave this one out.
            options.addProperty("statement_timeout", Long.toString(statementMillis));
        }
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

    /** For shared connections, on which a statement that waits for a lock delays those of other callers. */
    static PgConnectOptions shared(final DatabaseAddress address, final PostgresqlConfiguration settings) {
        final PgConnectOptions options = of(address, settings);
        final long lockMillis = settings.lockTimeout()
                .orElse(statementTimeout(settings).isZero() ? Duration.ZERO : LOCK_TIMEOUT)
                .toMillis();
        return lockMillis > 0 ? options.addProperty("lock_timeout", Long.toString(lockMillis)) : options;
    }

    private static Duration statementTimeout(final PostgresqlConfiguration settings) {
        return settings.statementTimeout()
                .orElseGet(() ->
                        Duration.ofMillis(Math.max(1, settings.queryTimeout().toMillis() * 9 / 10)));
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
