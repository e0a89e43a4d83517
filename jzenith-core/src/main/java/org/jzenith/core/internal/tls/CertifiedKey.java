package org.jzenith.core.internal.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A private key with its certificate.
 *
 * @param setting the prefix of the settings that name its files, for reports
 * @param chain the certificate, then those of its authorities
 * @param privateKey the key of the first certificate
 */
public record CertifiedKey(String setting, List<X509Certificate> chain, PrivateKey privateKey) {

    /** Copies the chain. */
    public CertifiedKey {
        chain = List.copyOf(chain);
    }

    /**
     * Returns the certificate.
     *
     * @return the first one of the chain
     */
    public X509Certificate certificate() {
        return chain.get(0);
    }
}
