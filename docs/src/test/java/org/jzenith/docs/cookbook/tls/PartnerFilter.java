package org.jzenith.docs.cookbook.tls;

import jakarta.annotation.Priority;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** Lets in clients whose certificates are valid for one more day. */
@Priority(Priorities.AUTHORIZATION)
public final class PartnerFilter implements ContainerRequestFilter {

    // region filter
    @Override
    public void filter(final ContainerRequestContext request) {
        if (!SecurityContext.CLIENT_CERT_AUTH.equals(
                request.getSecurityContext().getAuthenticationScheme())) {
            throw new ForbiddenException("Send a certificate.");
        }
        final X509Certificate[] chain = (X509Certificate[])
                request.getProperty("jakarta.servlet.request.X509Certificate");
        if (chain[0].getNotAfter()
                .toInstant()
                .isBefore(Instant.now().plus(Duration.ofDays(1)))) {
            throw new ForbiddenException("Renew your certificate.");
        }
    }
    // endregion
}
