package org.jzenith.test.internal.token;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.security.embedded.internal.NestedClaims;

/** Makes an application trust the key of the test, and signs tokens that it accepts. Safe for use by many threads. */
public final class TestTokens {

    private static final String PLUGIN = "org.jzenith.security.jwt.JwtPlugin";
    private static final String KEY_FILE = "jwt.key-file";
    private static final Set<String> KEYS = Set.of(KEY_FILE, "jwt.jwks-url", "jwt.secret");
    private static final String ISSUER = "https://issuer.test";
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Configuration configuration;
    private final @Nullable JwtSettings settings;

    private TestTokens(final Configuration configuration, final @Nullable JwtSettings settings) {
        this.configuration = configuration;
        this.settings = settings;
    }

    /**
     * Replaces the keys of an application that takes JWTs by that of the test. Nothing happens to one that takes none, or whose test sets
     * keys.
     *
     * @param application before its start
     * @param ofTest the keys of settings that override everything later
     */
    public static void accept(final JZenith application, final Set<String> ofTest) {
        if (application.plugins().stream().noneMatch(TestTokens::takesJwts)) {
            return;
        }
        final Set<String> overridden = new HashSet<>(ofTest);
        overridden.addAll(application.overridingConfiguration().keySet());
        if (KEYS.stream().anyMatch(overridden::contains)) {
            return;
        }
        KEYS.forEach(key -> application.withOverridingConfiguration(key, ""));
        application.withOverridingConfiguration(KEY_FILE, TestKey.ofRun().file());
        application.withOverridingConfiguration("jwt.algorithms", TestKey.ALGORITHM);
        addDefault(application, "jwt.issuer", ISSUER);
        addDefault(application, "jwt.role-claims", "roles");
    }

    /** Files and the environment win over it. */
    private static void addDefault(final JZenith application, final String key, final String value) {
        if (!application.configuration().containsKey(key)) {
            application.withConfiguration(key, value);
        }
    }

    private static boolean takesJwts(final Plugin plugin) {
        return plugin.getClass().getName().startsWith(PLUGIN);
    }

    /**
     * Returns the tokens of an application.
     *
     * @param application after its start
     * @param plugins the application's plugins
     */
    public static TestTokens of(final RunningApplication application, final List<Plugin> plugins) {
        final Configuration configuration = application.get(Configuration.class);
        return new TestTokens(
                configuration,
                plugins.stream()
                        .filter(TestTokens::takesJwts)
                        .findFirst()
                        .map(plugin -> JwtSettings.of(plugin, configuration))
                        .orElse(null));
    }

    /**
     * Signs the token of a user.
     *
     * @param name the user's name
     * @param claims further ones
     * @param roles the user's roles
     * @throws IllegalStateException if the application does not take it, with the remedy
     */
    public String token(final String name, final Map<String, ?> claims, final List<String> roles) {
        final JwtSettings trusted = settings(name);
        final Map<String, Object> all = new LinkedHashMap<>();
        final Instant now = Instant.now();
        trusted.issuer().ifPresent(issuer -> all.put("iss", issuer));
        trusted.audience().ifPresent(audience -> all.put("aud", audience));
        all.put("sub", name);
        all.put("iat", now.getEpochSecond());
        all.put("exp", now.plus(LIFETIME).getEpochSecond());
        all.put("jti", UUID.randomUUID().toString());
        claims.forEach((claim, value) ->
                all.put(claim, value instanceof final Instant time ? (Object) time.getEpochSecond() : value));
        NestedClaims.put(all, trusted.nameClaim(), name);
        if (!roles.isEmpty()) {
            NestedClaims.put(all, roleClaim(trusted), roles);
        }
        final Map<String, String> header = new LinkedHashMap<>();
        header.put("alg", TestKey.ALGORITHM);
        trusted.types().stream().findFirst().ifPresent(type -> header.put("typ", type));
        return TestKey.ofRun().sign(json(header), json(all));
    }

    private JwtSettings settings(final String name) {
        final JwtSettings trusted = settings;
        if (trusted == null) {
            throw new IllegalStateException(
                    "as(\"" + name + "\") sends a signed token, but the application does not accept tokens. "
                            + MissingPlugins.advice("jwt")
                            + ". For another mechanism use withHeader(..), for example with an API"
                            + " key.");
        }
        if (!configuration
                .value(KEY_FILE)
                .equals(java.util.Optional.of(TestKey.ofRun().file().toString()))) {
            throw new IllegalStateException("as(\"" + name
                    + "\") signs a token with the test key, but this test has set other keys by withOverridingConfiguration(..). Remove "
                    + "the setting "
                    + KEYS.stream()
                            .filter(configuration::isSet)
                            .sorted()
                            .filter(key -> configuration
                                    .value(key)
                                    .filter(value -> !value.isEmpty())
                                    .isPresent())
                            .findFirst()
                            .orElse(KEY_FILE)
                    + ", or send a token that is signed with these keys, with withHeader(\"Authorization\", ..).");
        }
        return trusted;
    }

    private static String roleClaim(final JwtSettings trusted) {
        return trusted.roleClaims().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "The test's user has roles, but jwt.role-claims is empty. Set it to the name of the claim that"
                                + " contains the roles."));
    }

    private static byte[] json(final Map<String, ?> object) {
        try {
            return JSON.writeValueAsBytes(object);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("The claims cannot be written as JSON: " + object, e);
        }
    }
}
