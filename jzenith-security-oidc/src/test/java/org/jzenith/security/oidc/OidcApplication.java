package org.jzenith.security.oidc;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzenith.core.JZenith;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.identity.TestIdentityProvider;

/** The application of the tests: pages with a login. */
final class OidcApplication {

    static final String CLIENT = "shop";
    static final String SECRET = "a secret of the shop";
    static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    static final String OTHER_KEY = "QUJDREVGR0hJSktMTU5PUEFCQ0RFRkdISUpLTE1OT1A=";

    private OidcApplication() {}

    static JZenith of(final String issuer, final OidcPlugin plugin) {
        return configured(
                JZenith.application()
                        .withPlugins(RestPlugin.withResources(PageResource.class), SecurityPlugin.create(), plugin)
                        .withModules(binder -> {
                            ListenerGuard.binder(binder).addBinding().to(LoginRequired.class);
                            binder.bind(LoginRequired.class);
                        }),
                issuer);
    }

    static JZenith configured(final JZenith application, final String issuer) {
        return application
                .withConfiguration("oidc.issuer", issuer)
                .withConfiguration("oidc.client-id", CLIENT)
                .withConfiguration("oidc.client-secret", SECRET)
                .withConfiguration("oidc.session.keys", KEY)
                .withConfiguration("oidc.timeout", "20s")
                .withConfiguration("oidc.role-claim", "realm_access.roles");
    }

    static TestIdentityProvider provider() {
        return TestIdentityProvider.create(CLIENT, SECRET)
                .withUser("ann")
                .withUser("bob")
                .withUser("mallory");
    }

    static JZenith of(final TestIdentityProvider provider) {
        return of(provider.issuer(), OidcPlugin.create());
    }

    /** Sends a GET as it is, and returns all bytes of the response. */
    static String raw(final URI server, final String authority, final String path, final Map<String, String> cookies)
            throws IOException {
        return raw(server, authority, "GET", path, cookies);
    }

    /** Sends a request without content as it is, and returns all bytes of the response. */
    static String raw(
            final URI server,
            final String authority,
            final String method,
            final String path,
            final Map<String, String> cookies)
            throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((method + " " + path + " HTTP/1.1\r\nHost: " + authority
                                    + "\r\nConnection: close\r\nContent-Length: 0\r\nSec-Fetch-Site: same-origin\r\nCookie: "
                                    + cookies.entrySet().stream()
                                            .map(Object::toString)
                                            .collect(Collectors.joining("; "))
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
