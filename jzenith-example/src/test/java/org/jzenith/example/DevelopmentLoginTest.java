package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.security.embedded.EmbeddedIdentityProvider;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.internal.log.LogLines;

/** The example with nothing configured but its port. */
final class DevelopmentLoginTest {

    private static LogLines log;
    private static RunningApplication application;

    @BeforeAll
    static void start() {
        log = LogLines.of(EmbeddedIdentityProvider.class);
        application = LoginApplication.application("--rest.port=0").run();
    }

    @AfterAll
    static void stop() {
        application.close();
        log.close();
    }

    /** Returns the tokens of the log, as {@code .ci/run} reads them: first that of the admin. */
    private static List<String> tokens() {
        return Pattern.compile("Authorization: Bearer ([^']*)'")
                .matcher(String.join("\n", log.messages()))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    private static int status(final String token) {
        return TestBrowser.at(application.uri())
                .asScript()
                .withHeader("Authorization", "Bearer " + token)
                .get("/admin/names")
                .statusCode();
    }

    @Test
    void theLogHasTokensThatWork() {
        assertThat(tokens()).hasSize(2);
        assertThat(status(tokens().get(0))).isEqualTo(200);
        assertThat(status(tokens().get(1))).isEqualTo(403);
    }

    @Test
    void thereAreNoneBesideAConfiguredKey() {
        final int before = log.events().size();
        try (RunningApplication other = ExampleApplication.application(
                        "--rest.port=0", "--jwt.issuer=example", "--jwt.secret=0123456789abcdef0123456789abcdef")
                .run()) {
            assertThat(other.port()).isPositive();
            assertThat(log.events()).hasSize(before);
        }
    }

    @Test
    void usersLogInForThePageOfNotes() {
        final TestBrowser browser = TestBrowser.at(application.uri());
        final HttpResponse<String> page = browser.open("/account/");
        final String bob = Pattern.compile("href=\"([^\"]+)\">bob")
                .matcher(page.body())
                .results()
                .map(link -> link.group(1).replace("&amp;", "&"))
                .findFirst()
                .orElseThrow();
        assertThat(browser.follow(browser.send("GET", page.uri().resolve(bob), ""))
                        .body())
                .contains("<h1>My notes</h1>");
        assertThat(browser.asScript().get("/notes").body()).isEqualTo("[]");
        assertThat(browser.asScript().get("/admin/names").statusCode()).isEqualTo(403);
    }
}
