package org.jzenith.http.internal.tls;

import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
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
        try {
            final Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            return alternatives == null
                    ? List.of()
                    : alternatives.stream()
                            .filter(alternative -> alternative.get(0).equals(DNS_NAME))
                            .map(alternative -> alternative.get(1).toString().toLowerCase(Locale.ROOT))
                            .toList();
        } catch (final CertificateParsingException e) {
            return List.of(); // no client would accept it for a name
        }
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
