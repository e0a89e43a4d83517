package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.Exchange;

/**
 * The security context of a request until a filter sets another (Jakarta REST 3.1, 10.2.5): the principal that a guard of the
 * listener has named, else the subject of the client's certificate, or nobody.
 */
public record ConnectionSecurityContext(
        boolean isSecure,
        @Nullable Principal principal,
        @Nullable String scheme) implements SecurityContext {

    static SecurityContext of(final Exchange exchange) {
        final boolean secure = exchange.request().scheme().equals("https");
        final Principal named = exchange.request().principal();
        if (named != null) {
            return new ConnectionSecurityContext(
                    secure, named, named instanceof final Identity identity ? schemeOf(identity) : null);
        }
        final Principal subject = exchange.request().clientSubject();
        return new ConnectionSecurityContext(secure, subject, subject == null ? null : CLIENT_CERT_AUTH);
    }

    private static String schemeOf(final Identity identity) {
        return switch (identity.mechanism()) {
            case "basic" -> BASIC_AUTH;
            case "client-certificate" -> CLIENT_CERT_AUTH;
            default -> identity.mechanism();
        };
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return principal;
    }

    @Override
    public boolean isUserInRole(final String role) {
        return principal instanceof final Identity identity && identity.hasRole(role);
    }

    @Override
    public @Nullable String getAuthenticationScheme() {
        return scheme;
    }
}
