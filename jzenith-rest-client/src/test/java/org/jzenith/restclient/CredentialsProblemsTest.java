package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;

/** Mistakes in the credentials of a client fail the start. */
final class CredentialsProblemsTest {

    private static final String SECRET = "hunter2";

    private static String problems(final Map<String, ?> settings, final RestClient client) {
        final Map<String, Object> all = new HashMap<>(Map.of("url", "http://localhost:1"));
        all.putAll(settings);
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> Clients.of(all, client, RetriesTest.Other.class).close());
        return String.join(
                "\n", refused.problems().stream().map(Object::toString).toList());
    }

    @Test
    void missingPartsAreRefused() {
        final RestClient client = RestClientPlugin.of(RetriesTest.WorkApi.class, "stock");
        assertThat(problems(Map.of("client-credentials.client-id", "shop"), client))
                .contains(
                        "rest-client.stock.client-credentials.client-secret",
                        "rest-client.stock.client-credentials.token-url");
        assertThat(problems(
                        Map.of(
                                "client-credentials.client-id", "shop",
                                "client-credentials.token-url", "login.example/token",
                                "client-credentials.client-secret", SECRET),
                        client))
                .contains("'login.example/token' is not a valid URL of a token endpoint")
                .doesNotContain(SECRET);
        for (final String url :
                List.of("ftp://login.example/?key=" + SECRET, "http://login.example/?key=" + SECRET + "^")) {
            assertThat(problems(
                            Map.of(
                                    "client-credentials.client-id", "shop",
                                    "client-credentials.token-url", url,
                                    "client-credentials.client-secret", "a"),
                            client))
                    .contains(" is not a valid URL of a token endpoint")
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void severalTokensAreRefused() {
        final Map<String, Object> credentials = Map.of(
                "client-credentials.client-id", "shop",
                "client-credentials.token-url", "http://localhost:1/token",
                "client-credentials.client-secret", SECRET);
        final Map<String, Object> both = new HashMap<>(credentials);
        both.put("forward-token", true);
        final RestClient client = RestClientPlugin.of(RetriesTest.WorkApi.class, "stock");
        assertThat(problems(both, client))
                .contains("The client 'stock' has several tokens to send: rest-client.stock.client-credentials and"
                        + " rest-client.stock.forward-token.");
        assertThat(problems(credentials, client.withHeader("authorization", "Bearer a")))
                .contains("a default header 'Authorization' and rest-client.stock.client-credentials");
        assertThat(problems(credentials, RestClientPlugin.standard("stock")))
                .contains("health checks or client credentials");
    }
}
