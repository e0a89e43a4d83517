package org.jzenith.http.internal.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jzenith.core.internal.tls.CertifiedKey;

/**
 * A certificate of the server with its key.
 *
 * @param names the hosts for which it is valid, in lower case
 */
record ServedCertificate(CertifiedKey key, List<String> names) {

    private static final int DNS_NAME = 2;

    static ServedCertificate of(final CertifiedKey key) {
        return new ServedCertificate(key, names(key.certificate()));
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
        return key.certificate();
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
