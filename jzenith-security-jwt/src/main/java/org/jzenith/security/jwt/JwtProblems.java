package org.jzenith.security.jwt;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import io.smallrye.config.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.jwt.internal.configuration.IntrospectionConfiguration;
import org.jzenith.security.jwt.internal.configuration.JwtConfiguration;
import org.jzenith.security.jwt.internal.key.Algorithms;
import org.jzenith.security.jwt.internal.key.FixedKeys;
import org.jzenith.security.jwt.internal.key.KeyReader;
import org.jzenith.security.jwt.internal.key.VerificationKey;
import org.jzenith.security.jwt.internal.provider.ProviderUrl;

/** Finds mistakes in the settings of tokens, and reads the keys that settings name. */
final class JwtProblems {

    private final Configuration configuration;
    private final List<StartProblem> problems = new ArrayList<>();

    private JwtProblems(final Configuration configuration) {
        this.configuration = configuration;
    }

    static List<StartProblem> of(final JwtConfiguration settings, final Configuration configuration) {
        final JwtProblems found = new JwtProblems(configuration);
        found.addKeys(settings);
        if (settings.issuer().isEmpty() && settings.audience().isEmpty()) {
            found.problems.add(StartProblem.of(
                            "Neither jwt.issuer nor jwt.audience is set, so tokens for other applications would be accepted.")
                    .remedy(
                            "Set jwt.issuer to the iss claim of your provider's tokens, and jwt.audience to the name that"
                                    + " stands for this application in the aud claim."));
        }
        found.addRealm("jwt.realm", settings.realm());
        return found.problems;
    }

    static List<StartProblem> of(final IntrospectionConfiguration settings, final Configuration configuration) {
        final JwtProblems found = new JwtProblems(configuration);
        if (settings.url().isEmpty()) {
            found.problems.add(StartProblem.of("introspection.url is not set, so no token can be checked.")
                    .remedy("Set it to the introspection_endpoint of your provider."));
        } else {
            final String url = settings.url().get();
            found.addUrl("introspection.url", url, settings.allowHttp());
        }
        if (settings.clientId().isEmpty()
                || settings.clientSecret().map(Secret::get).isEmpty()) {
            found.problems.add(StartProblem.of(
                            "introspection.client-id or introspection.client-secret is not set; the provider requires both.")
                    .remedy("Set both to the credentials of this application at the provider."));
        }
        found.addRealm("introspection.realm", settings.realm());
        return found.problems;
    }

    private void addKeys(final JwtConfiguration settings) {
        final int sources = (settings.keyFile().isPresent() ? 1 : 0)
                + (settings.jwksUrl().isPresent() ? 1 : 0)
                + (secret(settings).isPresent() ? 1 : 0);
        if (sources != 1) {
            problems.add(StartProblem.of(
                            sources == 0
                                    ? "None of jwt.key-file, jwt.jwks-url and jwt.secret is set, so no token can be verified."
                                    : "More than one of jwt.key-file, jwt.jwks-url and jwt.secret is set.")
                    .remedy("Set exactly one of them."));
            return;
        }
        final Set<JWSAlgorithm> algorithms = addAlgorithms(settings);
        if (algorithms.isEmpty()) {
            return;
        }
        if (settings.jwksUrl().isPresent()) {
            addUrl("jwt.jwks-url", settings.jwksUrl().get(), settings.allowHttp());
            return;
        }
        final String key = secret(settings).isPresent() ? "jwt.secret" : "jwt.key-file";
        addIfRefused(
                key,
                "Set " + key + " to a key for these algorithms.",
                () -> fixedKeys(settings, algorithms, ignored -> {}));
    }

    private Set<JWSAlgorithm> addAlgorithms(final JwtConfiguration settings) {
        final List<String> known =
                possible(settings).stream().map(JWSAlgorithm::getName).toList();
        final List<String> wrong = settings.algorithms().orElse(List.of()).stream()
                .filter(each -> !known.contains(each))
                .toList();
        if (!wrong.isEmpty()) {
            problems.add(StartProblem.of("jwt.algorithms has " + wrong + ", which the configured keys do not support.")
                    .from(origin("jwt.algorithms"))
                    .remedy("Use some of " + known + "."));
            return Set.of();
        }
        return algorithms(settings);
    }

    private void addUrl(final String key, final String url, final boolean allowHttp) {
        addIfRefused(key, "Set " + key + " to an https URL of your provider.", () -> ProviderUrl.of(url, allowHttp));
    }

    private void addIfRefused(final String key, final String remedy, final Runnable check) {
        try {
            check.run();
        } catch (final IllegalArgumentException e) {
            problems.add(StartProblem.of(key + " is wrong: " + e.getMessage())
                    .from(origin(key))
                    .remedy(remedy)
                    .causedBy(e));
        }
    }

    private void addRealm(final String key, final String realm) {
        if (!realm.chars().allMatch(each -> each >= ' ' && each <= '~' && each != '"' && each != '\\')) {
            problems.add(StartProblem.of(key + " must be ASCII without quotes and backslashes.")
                    .from(origin(key))
                    .remedy("Set " + key + " to a name such as api."));
        }
    }

    private @Nullable String origin(final String key) {
        return configuration.origin(key).orElse(null);
    }

    private static List<JWSAlgorithm> possible(final JwtConfiguration settings) {
        return secret(settings).isPresent() ? Algorithms.ofSecrets() : Algorithms.ofPublicKeys();
    }

    /** Returns the accepted algorithms. */
    static Set<JWSAlgorithm> algorithms(final JwtConfiguration settings) {
        final Set<JWSAlgorithm> all = new LinkedHashSet<>(possible(settings));
        settings.algorithms().ifPresent(names -> all.removeIf(each -> !names.contains(each.getName())));
        return all;
    }

    /**
     * Reads the keys of a file, or the secret. If there are none, the message of the {@link IllegalArgumentException} is a sentence with
     * the reason.
     */
    static FixedKeys fixedKeys(
            final JwtConfiguration settings, final Set<JWSAlgorithm> algorithms, final Consumer<String> warnings) {
        return FixedKeys.of(secret(settings)
                .map(secret -> List.of(VerificationKey.of(ofSecret(secret), algorithms)))
                .orElseGet(() -> {
                    final String file = settings.keyFile().orElseThrow();
                    return new KeyReader(file, algorithms, warnings).ofFile(read(file));
                }));
    }

    /** SmallRye creates a {@code Secret} with a null value if the setting is missing. */
    private static Optional<String> secret(final JwtConfiguration settings) {
        return settings.secret().map(Secret::get);
    }

    private static JWK ofSecret(final String secret) {
        return new OctetSequenceKey.Builder(secret.getBytes(StandardCharsets.UTF_8)).build();
    }

    private static String read(final String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        } catch (final IOException | InvalidPathException e) {
            throw new IllegalArgumentException("'" + file + "' cannot be read.", e);
        }
    }
}
