package org.jzenith.tck;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The users of the TCK, who log in by HTTP Basic authentication as with a container that reads {@code web.xml}. Their
 * passwords are their names.
 */
@PreMatching
@Priority(Priorities.AUTHENTICATION)
final class BasicLogin implements ContainerRequestFilter {

    private static final Map<String, String> ROLES = Map.of("j2ee", "DIRECTOR", "javajoe", "OTHERROLE");
    private static final String SCHEME = "Basic ";

    private final List<String> guardedPaths;
    private final List<String> roles;

    BasicLogin(final WebArchive war) {
        this.guardedPaths = war.guardedPaths();
        this.roles = war.roles();
    }

    @Override
    public void filter(final ContainerRequestContext request) {
        final String path = "/" + request.getUriInfo().getPath().replaceFirst("^/", "");
        if (guardedPaths.stream().anyMatch(path::startsWith)) {
            final String user = user(request.getHeaderString(HttpHeaders.AUTHORIZATION));
            if (user == null) {
                request.abortWith(Response.status(Response.Status.UNAUTHORIZED)
                        .header(HttpHeaders.WWW_AUTHENTICATE, SCHEME + "realm=\"tck\"")
                        .build());
            } else if (!roles.contains(ROLES.get(user))) {
                request.abortWith(Response.status(Response.Status.FORBIDDEN).build());
            } else {
                request.setSecurityContext(new LoggedIn(user));
            }
        }
    }

    private static @Nullable String user(final @Nullable String authorization) {
        if (authorization == null || !authorization.startsWith(SCHEME)) {
            return null;
        }
        final byte[] decoded = Base64.getDecoder().decode(authorization.substring(SCHEME.length()));
        final String[] parts = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
        return parts.length == 2 && ROLES.containsKey(parts[0]) && parts[1].equals(parts[0]) ? parts[0] : null;
    }

    private record LoggedIn(String name) implements SecurityContext {

        @Override
        public Principal getUserPrincipal() {
            return this::name;
        }

        @Override
        public boolean isUserInRole(final String role) {
            return role.equals(ROLES.get(name));
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return BASIC_AUTH;
        }
    }
}
