package org.jzenith.security.certificate;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.jzenith.core.context.Identity;

/** Finds the identity of a verified client certificate. Safe for use by many threads; must not block. */
@FunctionalInterface
public interface CertificateIdentities {

    /**
     * Names the owner of a certificate. The result is kept for a minute.
     *
     * @param subject the subject of the certificate; only its common name if a load balancer has verified it
     * @param certificates the certificate, followed by its CA certificates; empty if a load balancer has verified it
     * @return the owner; empty if the certificate is refused
     */
    Optional<Identity> of(X500Principal subject, List<X509Certificate> certificates);
}
