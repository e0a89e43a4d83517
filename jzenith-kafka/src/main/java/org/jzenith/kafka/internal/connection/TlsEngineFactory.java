package org.jzenith.kafka.internal.connection;

import java.security.KeyStore;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

/** Gives the TLS of jZenith to the library, which creates one object for each of its clients. */
public final class TlsEngineFactory implements SslEngineFactory {

    private volatile @Nullable TlsContext context;

    /** Called by the library. */
    public TlsEngineFactory() {}

    @Override
    public void configure(final Map<String, ?> settings) {
        context = (TlsContext) settings.get(TlsContext.SETTING);
    }

    @Override
    public SSLEngine createClientSslEngine(final String host, final int port, final String identification) {
        return Objects.requireNonNull(context, "context").engine(host, port);
    }

    @Override
    public SSLEngine createServerSslEngine(final String host, final int port) {
        throw new UnsupportedOperationException("jZenith uses TLS only as a client of Kafka, not as a server.");
    }

    /** Returns false, because the context follows the files by itself. */
    @Override
    public boolean shouldBeRebuilt(final Map<String, Object> settings) {
        return false;
    }

    @Override
    public Set<String> reconfigurableConfigs() {
        return Set.of();
    }

    @Override
    public @Nullable KeyStore keystore() {
        return null;
    }

    @Override
    public @Nullable KeyStore truststore() {
        return null;
    }

    @Override
    public void close() {}
}
