package org.jzenith.security.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartProblem;

/** The application's plugins that have no other provider, and the settings that connect them to the embedded one. */
final class ServedPlugins {

    static final String NAME = "identity-provider";

    private static final List<String> OF_JWT = List.of("jwt.jwks-url", "jwt.key-file", "jwt.secret", "jwt.issuer");
    private static final String OF_OIDC = "oidc.issuer";
    private static final String AUDIENCE = "jwt.audience";
    private static final String CLIENT_ID = "oidc.client-id";
    private static final String CLIENT_SECRET = "oidc.client-secret";
    private static final String DEFAULT_CLIENT = "development";
    private static final String ROLES = "roles";

    private final Configuration configuration;
    private final boolean hasJwt;
    private final boolean hasOidc;

    /** @param configuration can already contain settings from this plugin */
    ServedPlugins(final Configuration configuration) {
        this.configuration = configuration;
        this.hasJwt = isRead(OF_JWT.get(0)) && OF_JWT.stream().noneMatch(this::isConfigured);
        this.hasOidc = isRead(OF_OIDC) && !isConfigured(OF_OIDC);
    }

    private boolean isRead(final String key) {
        return !configuration.qualifiers(key).isEmpty();
    }

    /** Returns true if a setting has a value that does not come from this plugin. */
    private boolean isConfigured(final String key) {
        return configured(key).isPresent();
    }

    private Optional<String> configured(final String key) {
        return configuration
                .origin(key)
                .filter(origin -> !origin.equals("the plugin " + NAME))
                .flatMap(origin -> configuration.value(key))
                .filter(value -> !value.isBlank());
    }

    private List<String> all(final String key) {
        return configured(key).stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .toList();
    }

    /** Returns true if the application has a plugin that needs a provider, even if another one is configured. */
    boolean isNeeded() {
        return isRead(OF_JWT.get(0)) || isRead(OF_OIDC);
    }

    /** Returns true if the application has a plugin without another provider. */
    boolean isAny() {
        return hasJwt || hasOidc;
    }

    boolean hasJwt() {
        return hasJwt;
    }

    /** Returns the issuer that this plugin has provided. */
    Optional<String> issuer() {
        return configuration.value(hasJwt ? "jwt.issuer" : OF_OIDC);
    }

    String clientId() {
        return configured(CLIENT_ID).orElse(DEFAULT_CLIENT);
    }

    Optional<String> clientSecret() {
        return configured(CLIENT_SECRET);
    }

    /** Returns the audiences of access tokens. */
    List<String> audience() {
        final List<String> configured = all(AUDIENCE);
        return configured.isEmpty() ? List.of(clientId()) : configured;
    }

    /** Returns the paths of the claims with roles. */
    Set<String> roleClaims() {
        final Set<String> paths = new LinkedHashSet<>();
        paths.add(all("jwt.role-claims").stream().findFirst().orElse(ROLES));
        paths.add(configured("oidc.role-claim").orElse(ROLES));
        return paths;
    }

    /** Returns the paths of the claims with the name of the user. */
    List<String> nameClaims() {
        return Stream.of("jwt.name-claim", "oidc.name-claim")
                .flatMap(key -> configured(key).stream())
                .distinct()
                .toList();
    }

    /** Returns the names of further claims that tokens need. */
    List<String> requiredClaims() {
        return all("jwt.required-claims");
    }

    /**
     * Returns the settings of the served plugins.
     *
     * @param keys the address of the provider's keys
     * @param sessionKey a key of sessions, in Base64
     */
    Map<String, String> settings(
            final String issuer, final String keys, final String clientSecret, final String sessionKey) {
        final Map<String, String> settings = new LinkedHashMap<>();
        if (hasJwt) {
            settings.put("jwt.jwks-url", keys);
            settings.put("jwt.issuer", issuer);
            settings.put("jwt.role-claims", ROLES);
        }
        if (hasOidc) {
            settings.put(OF_OIDC, issuer);
            settings.put(CLIENT_ID, clientId());
            settings.put(CLIENT_SECRET, clientSecret);
            settings.put("oidc.role-claim", ROLES);
            settings.put("oidc.session.keys", sessionKey);
        }
        settings.keySet().removeIf(this::isConfigured);
        return settings;
    }

    /** Returns a problem for each {@code rest.host} setting that lets other machines connect. */
    List<StartProblem> reachableHosts() {
        final List<StartProblem> problems = new ArrayList<>();
        for (final String qualifier : configuration.qualifiers("rest.host")) {
            final Configuration own = configuration.qualified(qualifier);
            own.origin("rest.host")
                    .flatMap(origin -> own.value("rest.host"))
                    .filter(host -> !Authority.isLoopback(host))
                    .ifPresent(host -> problems.add(reachable(own.key("rest.host"), host)));
        }
        return problems;
    }

    /** Returns the problem of a listener that other machines can reach. */
    StartProblem reachable(final String key, final String host) {
        final String missing = hasJwt && hasOidc
                ? "jwt.jwks-url and oidc.issuer are not set"
                : (hasJwt ? "jwt.jwks-url" : OF_OIDC) + " is not set";
        return StartProblem.of(key + " is " + host + ", so other machines can connect. Because " + missing
                        + ", they could log in as every user of the embedded identity provider.")
                .from(configuration.origin(key).orElse("the default of " + key))
                .remedy("For development, set " + key + " to localhost. In production, set "
                        + (hasJwt ? "jwt.jwks-url and jwt.issuer" : "")
                        + (hasJwt && hasOidc ? ", and " : "")
                        + (hasOidc ? "oidc.issuer, oidc.client-id and oidc.client-secret" : "")
                        + " to those of your provider.");
    }
}
