package org.jzenith.test.internal.client;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/** Trusts every certificate, for a client that knows its server by the port. */
public final class TrustAll {

    private TrustAll() {}

    public static SSLContext context() {
        try {
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return context;
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The JVM has no TLS.", e);
        }
    }
}
