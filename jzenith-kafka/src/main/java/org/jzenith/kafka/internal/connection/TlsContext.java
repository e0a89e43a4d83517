package org.jzenith.kafka.internal.connection;

import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** The TLS of new connections, which follows the files. Safe for use by many threads. */
final class TlsContext {

    /** The setting under which the library hands this object to {@link TlsEngineFactory}. */
    static final String SETTING = "jzenith.tls";

    private final String[] protocols;
    private volatile SSLContext context;

    TlsContext(final SSLContext context, final List<String> protocols) {
        this.context = context;
        this.protocols = protocols.toArray(new String[0]);
    }

    void update(final SSLContext changed) {
        context = changed;
    }

    /** Returns the engine of a new connection, which verifies the broker's name. */
    SSLEngine engine(final String host, final int port) {
        final SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(protocols);
        final SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }
}
