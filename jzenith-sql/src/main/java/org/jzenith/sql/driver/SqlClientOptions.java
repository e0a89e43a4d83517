package org.jzenith.sql.driver;

import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Objects;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Converts jZenith's settings to the options that all SQL clients of Vert.x have in common. */
public final class SqlClientOptions {

    /** The length of the longest statement text that is cached; longer ones are prepared for each execution. */
    private static final int LONGEST_REMEMBERED = 8_192;

    private SqlClientOptions() {}

    /**
     * Sets the address, the credentials, the prepared statements, the connect timeout and the trust in the server's certificate. The driver
     * sets the TLS mode, the application name and the pipelining limit, because each client has its own options for them.
     *
     * @param <T> the client's options
     * @param options the options to change
     * @param server one of the servers of the address; each gets an equal share of the connect timeout
     * @param address the address of the database
     * @param settings numbers and time limits
     * @return the changed options
     */
    public static <T extends SqlConnectOptions> T set(
            final T options,
            final ServerAddress server,
            final DatabaseAddress address,
            final SqlConfiguration settings) {
        options.setHost(server.host())
                .setPort(server.port())
                .setDatabase(address.database())
                .setUser(address.username())
                .setPassword(Objects.requireNonNullElse(address.password(), ""))
                .setCachePreparedStatements(settings.preparedStatements() > 0)
                .setPreparedStatementCacheMaxSize(Math.max(1, settings.preparedStatements()))
                .setPreparedStatementCacheSqlLimit(LONGEST_REMEMBERED)
                .setConnectTimeout(Math.max(
                        1,
                        Math.toIntExact(settings.connectTimeout().toMillis())
                                / address.servers().size()))
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true);
        if (address.tls() == TlsMode.VERIFY_CA || address.tls() == TlsMode.VERIFY_FULL) {
            options.setTrustOptions(trust(address.trustFile()))
                    .setHostnameVerificationAlgorithm(address.tls() == TlsMode.VERIFY_FULL ? "HTTPS" : "");
        } else {
            options.setTrustAll(true);
        }
        return options;
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
                    "This JVM trusts no certificates. Set the database's setting tls.trust-file.", e);
        }
    }
}
