package org.jzenith.docs.cookbook.basicauth;

import io.smallrye.config.Secret;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.NotAuthorizedException;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lets in who knows a name and its password (RFC 7617). */
@Priority(Priorities.AUTHENTICATION)
public final class BasicAuthentication implements ContainerRequestFilter {

    /** Load balancers and Kubernetes ask without credentials. */
    private static final Pattern PUBLIC = Pattern.compile("/?health(/.*)?");

    private final Map<String, Secret<String>> passwords;

    @Inject
    BasicAuthentication(final UserSettings settings) {
        this.passwords = settings.passwords();
    }

    // region filter
    @Override
    public void filter(final ContainerRequestContext request) {
        if (PUBLIC.matcher(request.getUriInfo().getPath()).matches()) {
            return;
        }
        final String user = user(request.getHeaderString("Authorization"));
        if (user == null) {
            throw new NotAuthorizedException(
                    "Send a name and its password.", "Basic realm=\"shop\", charset=\"UTF-8\"");
        }
        request.setSecurityContext(
                new AuthenticatedUser(user, request.getSecurityContext().isSecure()));
    }
    // endregion

    private @Nullable String user(final @Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        final String credentials;
        try {
            credentials =
                    new String(Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
        } catch (final IllegalArgumentException e) {
            return null;
        }
        final int colon = credentials.indexOf(':');
        final Secret<String> password = colon < 0 ? null : passwords.get(credentials.substring(0, colon));
        return password != null && isSame(password.get(), credentials.substring(colon + 1))
                ? credentials.substring(0, colon)
                : null;
    }

    /** Takes as long for a wrong password that begins right as for any other. */
    private static boolean isSame(final String expected, final String actual) {
        return MessageDigest.isEqual(hash(expected), hash(actual));
    }

    private static byte[] hash(final String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private record AuthenticatedUser(String name, boolean isSecure) implements SecurityContext {

        @Override
        public Principal getUserPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(final String role) {
            return role.equals("user");
        }

        @Override
        public String getAuthenticationScheme() {
            return BASIC_AUTH;
        }
    }
}
