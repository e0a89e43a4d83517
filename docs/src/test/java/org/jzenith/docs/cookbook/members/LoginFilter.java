package org.jzenith.docs.cookbook.members;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.NotAuthorizedException;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lets in who has the cookie of a session. */
@Priority(Priorities.AUTHENTICATION)
public final class LoginFilter implements ContainerRequestFilter {

    /** The paths that need no session: the login, and health checks. */
    private static final Pattern PUBLIC = Pattern.compile("/?(login|health(/.*)?)");

    private final LoginSessions sessions;

    @Inject
    LoginFilter(final LoginSessions sessions) {
        this.sessions = sessions;
    }

    // region filter
    @Override
    public void filter(final ContainerRequestContext request) {
        if (PUBLIC.matcher(request.getUriInfo().getPath()).matches()) {
            return;
        }
        final Principal member = Optional.ofNullable(request.getCookies().get(LoginSessions.COOKIE))
                .map(Cookie::getValue)
                .flatMap(sessions::member)
                .orElseThrow(() -> new NotAuthorizedException("Log in at /login.", "Cookie realm=\"members\""));
        request.setSecurityContext(
                new Member(member, request.getSecurityContext().isSecure()));
    }
    // endregion

    private record Member(Principal getUserPrincipal, boolean isSecure) implements SecurityContext {

        @Override
        public boolean isUserInRole(final String role) {
            return role.equals("member");
        }

        @Override
        public String getAuthenticationScheme() {
            return FORM_AUTH;
        }
    }
}
