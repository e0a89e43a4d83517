package org.jzenith.docs.cookbook.members;

import io.smallrye.config.Secret;
import jakarta.inject.Inject;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.jzenith.rest.limit.RateLimit;

/** Opens a session for who knows a name and its password. */
@Path("/login")
public final class LoginResource {

    private final Map<String, Secret<String>> passwords;
    private final LoginSessions sessions;

    @Inject
    LoginResource(final MemberSettings settings, final LoginSessions sessions) {
        this.passwords = settings.passwords();
        this.sessions = sessions;
    }

    // region login
    @POST
    @RateLimit(permits = 10, per = "1m")
    public Response login(@FormParam("name") final String name, @FormParam("password") final String password) {
        final Secret<String> expected = name == null ? null : passwords.get(name);
        if (expected == null || password == null || !isSame(expected.get(), password)) {
            throw new ForbiddenException("The name or the password is wrong.");
        }
        return Response.noContent()
                .cookie(new NewCookie.Builder(LoginSessions.COOKIE)
                        .value(sessions.open(name))
                        .path("/")
                        .maxAge((int) LoginSessions.LIFETIME.toSeconds())
                        .httpOnly(true)
                        .secure(true)
                        .sameSite(NewCookie.SameSite.STRICT)
                        .build())
                .build();
    }
    // endregion

    private static boolean isSame(final String expected, final String actual) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), actual.getBytes(StandardCharsets.UTF_8));
    }
}
