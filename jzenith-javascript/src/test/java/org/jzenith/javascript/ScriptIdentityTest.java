package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.password.StoredUser;
import org.jzenith.security.password.UserStore;
import org.jzenith.security.password.Users;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The object {@code identity} of handlers. */
class ScriptIdentityTest {

    private static final UserStore USERS = name ->
            Maybe.just(StoredUser.of(name, Users.hash("secret"), name.equals("ann") ? List.of("admin") : List.of()));

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(),
                    SecurityPlugin.create().withBasicAuthentication(USERS).withPath("/api", Access.authenticated()),
                    JavaScriptPlugin.at("/api", "identity-handlers")));

    @Test
    void theIdentityHasItsNameAndItsRoles() {
        final String credentials = Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
        assertThat(APP.http()
                        .withHeader("Authorization", "Basic " + credentials)
                        .get("/api/identity")
                        .body())
                .isEqualTo("[\"ann\",[\"admin\"],true,false]");
        APP.http().get("/api/identity").expectStatus(401);
    }

    @ParameterizedTest
    @CsvSource({"ann, 200", "bob, 403", ", 401"})
    void aRouteWithRolesIsForThoseWhoHaveOne(final String user, final int status) {
        final JZenithHttp anonymous = APP.http();
        final JZenithHttp http = user == null
                ? anonymous
                : anonymous.withHeader(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8)));
        http.get("/api/admins").expectStatus(status);
    }
}
