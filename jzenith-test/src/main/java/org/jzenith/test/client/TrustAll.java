package org.jzenith.test.client;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts every certificate, for a client that knows its server by the port. */
public final class TrustAll extends X509ExtendedTrustManager {

    private TrustAll() {}

    public static SSLContext context() {
        try {
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAll()}, null);
            return context;
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The JVM has no TLS.", e);
        }
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String type) {
        // trusted
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String type, final Socket socket) {
        // trusted, whatever the name
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String type, final SSLEngine engine) {
        // trusted, whatever the name
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String type) {
        throw new IllegalStateException("This is a client.");
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String type, final Socket socket) {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String type, final SSLEngine engine) {
        checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
