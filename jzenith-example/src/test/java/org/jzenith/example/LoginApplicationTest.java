package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** The login for the page of notes. */
final class LoginApplicationTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = TestIdentityProvider.create("example", "secret")
            .withUser("ann", "admin")
            .withUser("bob");

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> LoginApplication.application()
                    .withOverridingConfiguration("oidc.issuer", PROVIDER.issuer())
                    .withOverridingConfiguration("oidc.client-id", "example")
                    .withOverridingConfiguration("oidc.client-secret", "secret")
                    .withOverridingConfiguration("oidc.role-claim", "roles"))
            .withoutDatabase();

    private static TestBrowser browser() {
        return TestBrowser.at(APP.http().uri());
    }

    @Test
    void thePageOfNotesLeadsToTheLogin() {
        final HttpResponse<String> first = browser().get("/account/");
        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(TestBrowser.location(first)).hasPath("/login");

        assertThat(browser().open("/account/").body()).contains("<h1>My notes</h1>");
    }

    @Test
    void usersHaveTheirOwnNotesUntilTheyLogOut() {
        PROVIDER.logInAs("bob");
        final TestBrowser bob = browser();
        bob.open("/account/");
        final TestBrowser script = bob.asScript();
        assertThat(script.get("/notes").body()).isEqualTo("[]");
        assertThat(script.get("/admin/names").statusCode()).isEqualTo(403);
        APP.http().as("bob").post("/notes", Map.of("text", "bread")).expectStatus(200);
        APP.http().as("ann").post("/notes", Map.of("text", "milk")).expectStatus(200);
        assertThat(script.get("/notes").body()).contains("bread").doesNotContain("milk");

        bob.post("/logout", "");
        assertThat(script.get("/notes").statusCode()).isEqualTo(401);
    }

    @Test
    void theRolesOfTheSessionCount() {
        PROVIDER.logInAs("ann");
        final TestBrowser ann = browser();
        ann.open("/account/");
        assertThat(ann.asScript().get("/admin/names").statusCode()).isEqualTo(200);
    }

    @Test
    void theOtherPagesNeedNoLogin() {
        assertThat(browser().get("/").body()).contains("<h1>Users</h1>");
        assertThat(browser().get("/style.css").statusCode()).isEqualTo(200);
        assertThat(browser().asScript().get("/users").statusCode()).isEqualTo(200);
        assertThat(browser()
                        .send("GET", URI.create(APP.http().uri() + "/account/notes.js"), "")
                        .statusCode())
                .isEqualTo(303);
    }

    /** The settings of the profile are those that the plugins know. */
    @Test
    void theProfileOfKeycloakIsComplete() {
        LoginApplication.application("--profile=keycloak", "--check").run().close();
    }
}
