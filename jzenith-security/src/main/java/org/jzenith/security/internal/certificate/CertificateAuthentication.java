package org.jzenith.security.internal.certificate;

import io.reactivex.Maybe;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.certificate.CertificateIdentities;

/** Authentication by the client certificate that this server, or a load balancer before it, has verified. */
final class CertificateAuthentication implements AuthenticationMechanism {

    static final String NAME = "client-certificate";

    private static final int MOST_KNOWN = 1_000;

    private final CertificateIdentities owners;
    private final RoleSource roles;

    /** The known identities by certificate, or by subject if there is no certificate. */
    private final BoundedCache<Object, Maybe<Identity>> known = new BoundedCache<>(MOST_KNOWN, Duration.ofMinutes(1));

    CertificateAuthentication(final CertificateIdentities owners, final RoleSource roles) {
        this.owners = owners;
        this.roles = roles;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RoleSource roleSource() {
        return roles;
    }

    @Override
    public boolean needsOriginCheck() {
        return true;
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final List<X509Certificate> certificates = request.clientCertificates();
        final X500Principal subject = certificates.isEmpty()
                ? request.clientSubject()
                : certificates.get(0).getSubjectX500Principal();
        if (subject == null) {
            return Maybe.empty();
        }
        final Object key = certificates.isEmpty() ? subject : certificates.get(0);
        final @Nullable Maybe<Identity> found = known.get(key);
        if (found != null) {
            return found;
        }
        final Maybe<Identity> owner = owners.of(subject, certificates)
                .map(Maybe::just)
                .orElseGet(() -> Maybe.error(new WrongCredentialsException(
                        "The client certificate does not name its owner: " + subject.getName())));
        known.put(key, owner);
        return owner;
    }
}
