package org.jzenith.http.exchange;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The certificates of a client in its TLS session. */
final class ClientCertificates {

    private ClientCertificates() {}

    static List<X509Certificate> of(final @Nullable SSLSession session) {
        if (session == null) {
            return List.of();
        }
        try {
            final List<X509Certificate> certificates = new ArrayList<>();
            for (final Certificate certificate : session.getPeerCertificates()) {
                certificates.add((X509Certificate) certificate);
            }
            return List.copyOf(certificates);
        } catch (final SSLPeerUnverifiedException e) {
            return List.of(); // it has sent none
        }
    }
}
