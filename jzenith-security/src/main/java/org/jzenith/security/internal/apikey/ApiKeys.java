package org.jzenith.security.internal.apikey;

import com.google.common.hash.Hashing;
import io.reactivex.Maybe;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.apikey.ApiKeyStore;
import org.jzenith.security.internal.configuration.ApiKeyConfiguration;

/** The owners of the API keys in the settings, by the digest of their keys. Safe for use by many threads. */
final class ApiKeys implements ApiKeyStore {

    private static final int MOST_HASHES = 2;
    private static final int KEY_BYTES = 32;

    private final Map<String, Identity> owners = new HashMap<>();

    ApiKeys(final ApiKeyConfiguration settings) {
        settings.apiKeys().forEach((name, key) -> {
            final Identity owner = Identity.of(name, ApiKeyAuthentication.NAME)
                    .withRoles(key.roles().orElse(List.of()))
                    .withAttributes(key.attributes());
            key.hashes().forEach(hash -> owners.putIfAbsent(hash, owner));
        });
    }

    @Override
    public Maybe<Identity> find(final String sha256) {
        final Identity owner = owners.get(sha256);
        return owner == null ? Maybe.empty() : Maybe.just(owner);
    }

    static List<StartProblem> problems(final ApiKeyConfiguration settings, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        final Map<String, String> names = new HashMap<>();
        settings.apiKeys().forEach((name, key) -> {
            final String setting = "security.api-keys." + name + ".hashes";
            if (key.hashes().size() > MOST_HASHES) {
                problems.add(StartProblem.of(setting + " has " + key.hashes().size() + " hashes.")
                        .from(configuration.origin(setting).orElse(setting))
                        .remedy("Keep one, or two while a new key replaces an old one."));
            }
            key.hashes().forEach(hash -> {
                final String other = names.putIfAbsent(hash, name);
                if (other != null) {
                    problems.add(
                            StartProblem.of(setting + " has the same hash as security.api-keys." + other + ".hashes.")
                                    .from(configuration.origin(setting).orElse(setting))
                                    .remedy("Give each owner its own key; --new-api-key creates one."));
                }
            });
        });
        return problems;
    }

    /** Returns a new key and its hash, in two lines. */
    static String newKey() {
        final byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        final String key = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        return "key:  " + key + System.lineSeparator() + "hash: " + sha256(key);
    }

    static String sha256(final String key) {
        return Hashing.sha256().hashString(key, StandardCharsets.UTF_8).toString();
    }
}
