package org.jzenith.test.identity;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.test.token.TestClaims;

/** The users of a provider, and what a test has asked it to do. Safe for use by many threads. */
final class ProviderState {

    private static final Duration LIFETIME = Duration.ofMinutes(5);

    private final String clientId;
    private final String clientSecret;
    private final Map<String, List<String>> users = new ConcurrentHashMap<>();
    private final Map<String, Object> claims = new ConcurrentHashMap<>();
    private final Set<ProviderFault> faults = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private volatile @Nullable String firstUser;
    private volatile @Nullable String user;
    private volatile String roleClaim = "roles";
    private volatile Duration tokenLifetime = LIFETIME;
    private final Queue<CompletionStage<?>> holds = new ConcurrentLinkedQueue<>();

    ProviderState(final String clientId, final String clientSecret) {
        this.clientId = Objects.requireNonNull(clientId, "clientId");
        this.clientSecret = Objects.requireNonNull(clientSecret, "clientSecret");
    }

    String clientId() {
        return clientId;
    }

    String clientSecret() {
        return clientSecret;
    }

    void addUser(final String name, final List<String> roles) {
        users.put(name, roles);
        if (firstUser == null) {
            firstUser = name;
        }
    }

    List<String> rolesOf(final String name) {
        final List<String> roles = users.get(name);
        if (roles == null) {
            throw new IllegalArgumentException(
                    "The provider has no user '" + name + "'. Add withUser(\"" + name + "\").");
        }
        return roles;
    }

    void logInAs(final String name) {
        rolesOf(name);
        user = name;
    }

    /** The user of the next login. */
    String user() {
        final String named = user == null ? firstUser : user;
        if (named == null) {
            throw new IllegalStateException("The provider has no users. Add one by withUser(..).");
        }
        return named;
    }

    void roleClaim(final String path) {
        roleClaim = path;
    }

    void claim(final String name, final Object value) {
        claims.put(name, value);
    }

    /** Returns the claims of a user: the roles, and those that the test has set. */
    Map<String, Object> claimsOf(final String name) {
        final Map<String, Object> all = new LinkedHashMap<>();
        final List<String> roles = users.getOrDefault(name, List.of());
        if (!roles.isEmpty()) {
            TestClaims.put(all, roleClaim, roles);
        }
        all.putAll(claims);
        return all;
    }

    void tokenLifetime(final Duration lifetime) {
        tokenLifetime = lifetime;
    }

    Duration tokenLifetime() {
        return tokenLifetime;
    }

    void begin(final ProviderFault fault) {
        faults.add(fault);
    }

    boolean has(final ProviderFault fault) {
        return faults.contains(fault);
    }

    void count(final String kind) {
        requests.computeIfAbsent(kind, each -> new AtomicInteger()).incrementAndGet();
    }

    int counted(final String kind) {
        final AtomicInteger count = requests.get(kind);
        return count == null ? 0 : count.get();
    }

    void holdNextTokens(final CompletionStage<?> until) {
        holds.add(until);
    }

    /** Returns the stage that the next response of the token endpoint waits for, once; null for none. */
    @Nullable
    CompletionStage<?> takeHold() {
        return holds.poll();
    }

    void reset() {
        faults.clear();
        claims.clear();
        requests.clear();
        user = null;
        tokenLifetime = LIFETIME;
        holds.clear();
    }
}
