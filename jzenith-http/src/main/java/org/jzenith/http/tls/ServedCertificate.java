package org.jzenith.http.tls;

import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A certificate of the server with its key.
 *
 * @param key the settings that name its file, for reports
 * @param chain the certificate, then those of its authorities
 * @param privateKey the private key of the first one
 * @param names for which it is valid, in lower case
 */
record ServedCertificate(String key, List<X509Certificate> chain, PrivateKey privateKey, List<String> names) {

    private static final int DNS_NAME = 2;

    static ServedCertificate of(final String key, final List<X509Certificate> chain, final PrivateKey privateKey) {
        return new ServedCertificate(key, List.copyOf(chain), privateKey, names(chain.get(0)));
    }

    private static List<String> names(final X509Certificate certificate) {
        final List<String> names = new ArrayList<>();
        try {
            final Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (final List<?> alternative : alternatives) {
                    if (alternative.get(0).equals(DNS_NAME)) {
                        names.add(alternative.get(1).toString().toLowerCase(Locale.ROOT));
                    }
                }
            }
        } catch (final CertificateParsingException e) {
            return List.of(); // no client would accept it for a name
        }
        return List.copyOf(names);
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    boolean isFor(final String host) {
        return names.contains(host);
    }

    /** A wildcard stands for one label (RFC 6125, 6.4.3). */
    boolean isForAllBeside(final String host) {
        final int dot = host.indexOf('.');
        return dot > 0 && names.contains("*" + host.substring(dot));
    }
}
