package org.jzenith.security.embedded.internal;

import io.vertx.core.http.HttpServerResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of a login: a link for each user, without a password. */
final class LoginPage {

    /** The query parameter with the chosen user. */
    static final String USER = "development_user";

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Log in for development</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 24rem; padding: 0 1rem }
            a { border: 1px solid #999; border-radius: 6px; color: inherit; display: block; margin: .5rem 0; padding: .5rem 1rem; text-decoration: none }
            a:hover, a:focus { background: #eee }
            small { color: #555; display: block }
            </style>
            </head>
            <body>
            <h1>Log in as</h1>
            %s
            <p>This login is for development. It asks for no password.</p>
            </body>
            </html>
            """;

    private LoginPage() {}

    /**
     * Sends the page.
     *
     * @param uri the address of the authorization request, with its query
     * @param users the roles of each user, by name
     */
    static void send(final HttpServerResponse response, final String uri, final Map<String, List<String>> users) {
        response.putHeader("Content-Type", "text/html; charset=utf-8")
                .putHeader("Cache-Control", "no-store")
                .end(PAGE.formatted(users.entrySet().stream()
                        .map(user -> link(uri, user.getKey(), user.getValue()))
                        .collect(Collectors.joining("\n"))));
    }

    private static String link(final String uri, final String user, final List<String> roles) {
        final String target = uri + "&" + USER + "=" + URLEncoder.encode(user, StandardCharsets.UTF_8);
        return "<a href=\"" + escaped(target) + "\">" + escaped(user)
                + (roles.isEmpty() ? "" : "<small>" + escaped(String.join(", ", roles)) + "</small>") + "</a>";
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
