package org.jzenith.security.embedded;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.security.embedded.internal.NestedClaims;
import org.jzenith.security.embedded.internal.ProviderBehavior;
import org.jzenith.security.embedded.internal.ProviderServer;

/** A running provider. In development mode it survives restarts, and its users and settings follow the application's. */
final class DevelopmentProvider implements AutoCloseable, ProviderBehavior {

    /** Longer than a working day, because a token copied from the log is not refreshed. */
    static final Duration LIFETIME = Duration.ofHours(12);

    private static final int BYTES = 32;

    private final String randomSecret = random();
    private final String sessionKey = random();
    private final ProviderServer server;
    private volatile ServedPlugins served;
    private volatile Map<String, List<String>> users;

    /** Opens a port, and blocks until it is open. */
    DevelopmentProvider(final ServedPlugins served, final Map<String, List<String>> users) {
        this.served = served;
        this.users = users;
        this.server = new ProviderServer(this);
    }

    private static String random() {
        final byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Returns placeholders for the settings of {@link #connect}, without starting a provider. */
    static Map<String, String> announced(final ServedPlugins served) {
        return served.settings("http://127.0.0.1", "http://127.0.0.1", random(), random());
    }

    /** Adopts the settings and users of a starting application, and returns the settings that connect it to this provider. */
    Map<String, String> connect(final ServedPlugins starting, final Map<String, List<String>> ofStarting) {
        served = starting;
        users = ofStarting;
        return starting.settings(server.issuer(), server.jwksUri().toString(), clientSecret(), sessionKey);
    }

    String issuer() {
        return server.issuer();
    }

    String token(final String user) {
        return server.tokens().accessToken(user);
    }

    @Override
    public String clientId() {
        return served.clientId();
    }

    @Override
    public String clientSecret() {
        return served.clientSecret().orElse(randomSecret);
    }

    @Override
    public List<String> audience() {
        return served.audience();
    }

    @Override
    public Duration tokenLifetime() {
        return LIFETIME;
    }

    @Override
    public Map<String, List<String>> users() {
        return users;
    }

    @Override
    public Map<String, Object> claimsOf(final String user) {
        final Map<String, Object> claims = new LinkedHashMap<>();
        served.requiredClaims().forEach(claim -> claims.put(claim, "development"));
        served.nameClaims().forEach(path -> NestedClaims.put(claims, path, user));
        final List<String> roles = users.getOrDefault(user, List.of());
        if (!roles.isEmpty()) {
            served.roleClaims().forEach(path -> NestedClaims.put(claims, path, roles));
        }
        return claims;
    }

    @Override
    public void close() {
        server.close();
    }
}
