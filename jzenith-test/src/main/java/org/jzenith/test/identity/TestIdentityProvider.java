package org.jzenith.test.identity;

import java.net.URI;
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
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.jzenith.security.embedded.internal.NestedClaims;
import org.jzenith.security.embedded.internal.ProviderServer;
import org.jzenith.security.embedded.internal.ProviderTokens;

/**
 * An OpenID Connect provider on a free port, for tests of logins and tokens: discovery, keys, authorization code with PKCE, refresh tokens
 * that work once, introspection, logout, and {@linkplain ProviderFault faults} on request.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final TestIdentityProvider PROVIDER =
 *         TestIdentityProvider.create("shop", "secret").withUser("ann", "admin").withUser("bob");
 *
 * @RegisterExtension
 * static final JZenithExtension APP = JZenithExtension.of(() -> Shop.application()
 *         .withOverridingConfiguration("oidc.issuer", PROVIDER.issuer())
 *         .withOverridingConfiguration("oidc.client-id", "shop")
 *         .withOverridingConfiguration("oidc.client-secret", "secret"));
 * }</pre>
 *
 * <p>The authorization endpoint shows no page: it immediately logs in the first user, or the user of {@link #logInAs}. {@link #token} signs
 * an access token without a login.
 *
 * <p>The provider starts when its address is first needed, for example when {@link #issuer()} is called. It stops after the test class, or
 * after the test if it is in an instance field. A test's changes, such as a fault, end with the test. Safe for use by many threads.
 */
public final class TestIdentityProvider
        implements AutoCloseable, BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    private static final Duration LIFETIME = Duration.ofMinutes(5);

    private final String clientId;
    private final String clientSecret;
    private final Map<String, List<String>> users = new ConcurrentHashMap<>();
    private final Map<String, Object> claims = new ConcurrentHashMap<>();

    /** The claims that were added before the first test. */
    private final Map<String, Object> lastingClaims = new ConcurrentHashMap<>();

    private final Set<ProviderFault> faults = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final Queue<CompletionStage<?>> holds = new ConcurrentLinkedQueue<>();
    private volatile @Nullable String firstUser;
    private volatile @Nullable String user;
    private volatile String roleClaim = "roles";
    private volatile Duration tokenLifetime = LIFETIME;
    private @Nullable ProviderServer server;
    private @Nullable String owner;

    private TestIdentityProvider(final String clientId, final String clientSecret) {
        this.clientId = Objects.requireNonNull(clientId, "clientId");
        this.clientSecret = Objects.requireNonNull(clientSecret, "clientSecret");
    }

    /**
     * Creates a provider with one client.
     *
     * @param clientId the client identifier of the application under test
     * @param clientSecret the client secret of the application under test
     * @return a provider without users, not yet started
     */
    public static TestIdentityProvider create(final String clientId, final String clientSecret) {
        return new TestIdentityProvider(clientId, clientSecret);
    }

    /**
     * Adds a user.
     *
     * @param name the {@code sub} claim of the user's tokens
     * @param roles the roles, in the claim {@code roles} or the claim of {@link #withRoleClaim}
     * @return this provider
     */
    public TestIdentityProvider withUser(final String name, final String... roles) {
        users.put(Objects.requireNonNull(name, "name"), List.of(roles));
        if (firstUser == null) {
            firstUser = name;
        }
        return this;
    }

    /**
     * Sets the claim with the roles.
     *
     * @param path the path of the claim, with dots, such as {@code realm_access.roles}
     * @return this provider
     */
    public TestIdentityProvider withRoleClaim(final String path) {
        roleClaim = Objects.requireNonNull(path, "path");
        return this;
    }

    /**
     * Returns the issuer, for settings such as {@code oidc.issuer} and {@code jwt.issuer}. Starts the provider if it is not running.
     *
     * @return the issuer, for example {@code http://127.0.0.1:41234}
     */
    public String issuer() {
        return server().issuer();
    }

    /**
     * Returns the address of the keys, for settings such as {@code jwt.jwks-url}. Starts the provider if it is not running.
     *
     * @return the {@code jwks_uri} of the discovery document
     */
    public URI jwksUri() {
        return server().jwksUri();
    }

    /**
     * Returns the address of the introspection endpoint (RFC 7662). Starts the provider if it is not running.
     *
     * @return the {@code introspection_endpoint} of the discovery document
     */
    public URI introspectionUri() {
        return URI.create(issuer() + "/introspect");
    }

    private synchronized ProviderServer server() {
        ProviderServer running = server;
        if (running == null) {
            running = new ProviderServer(new ProviderFaults(this));
            server = running;
        }
        return running;
    }

    /**
     * Sets the user of the next logins.
     *
     * @param user a name of {@link #withUser}
     */
    public void logInAs(final String user) {
        rolesOf(user);
        this.user = user;
    }

    /**
     * Signs an access token without a login. Its audience is the client id.
     *
     * @param user a name of {@link #withUser}
     * @return a JWT for {@code Authorization: Bearer}
     */
    public String token(final String user) {
        rolesOf(user);
        return server().tokens().accessToken(user);
    }

    /**
     * Revokes an access token: introspection says that it is not active.
     *
     * @param accessToken the access token of a login or of {@link #token}
     */
    public void revoke(final String accessToken) {
        server().tokens().revoke(accessToken);
    }

    /**
     * Signs a logout token, which a provider sends to the back-channel logout of an application.
     *
     * @param user null to end only the session
     * @param session the {@linkplain #sessionId session} of the user; null to end all of the user's sessions
     * @return a JWT for the parameter {@code logout_token}
     */
    public String logoutToken(final @Nullable String user, final @Nullable String session) {
        return server().tokens().logoutToken(user, session);
    }

    /**
     * Returns the {@code sid} claim of a user's ID tokens.
     *
     * @param user a name of {@link #withUser}
     * @return the id of the user's session at the provider
     */
    public static String sessionId(final String user) {
        return ProviderTokens.sessionId(user);
    }

    /**
     * Adds a claim to the tokens that are signed from now on, until the end of the test or the next {@link #reset}. If it is added before
     * the first test and before the provider starts, all tokens have it.
     *
     * <pre>{@code
     * TestIdentityProvider.create("shop", "secret").withUser("ann").claim("tenant", "acme")
     * }</pre>
     *
     * @param name the name of the claim; replaces a claim with this name
     * @param value a string, number, boolean, list or map
     * @return this provider
     */
    public synchronized TestIdentityProvider claim(final String name, final Object value) {
        claims.put(name, value);
        if (owner == null && server == null) {
            lastingClaims.put(name, value);
        }
        return this;
    }

    /**
     * Sets the lifetime of the access tokens that are signed from now on.
     *
     * @param lifetime the lifetime; the default is 5 minutes
     */
    public void tokenLifetime(final Duration lifetime) {
        tokenLifetime = lifetime;
    }

    /** Signs with a new key from now on. The old key is no longer published. */
    public void rotateKey() {
        server().tokens().rotateKey();
    }

    /**
     * Starts a fault.
     *
     * @param fault the fault; it lasts until {@link #reset} or the end of the test
     */
    public void begin(final ProviderFault fault) {
        faults.add(fault);
    }

    /**
     * Delays the next response of the token endpoint. Each further call delays one more response.
     *
     * @param until the response is sent when this stage completes
     */
    public void holdNextTokens(final CompletionStage<?> until) {
        holds.add(until);
    }

    /**
     * Returns the number of requests of a kind since the test started or since the last {@link #reset}.
     *
     * @param kind a path: {@code /.well-known/openid-configuration}, {@code /keys}, {@code /authorize}, {@code /token}, {@code
     *     /introspect} or {@code /logout}; or {@code refresh}
     * @return 0 if there were none
     */
    public int count(final String kind) {
        final AtomicInteger count = requests.get(kind);
        return count == null ? 0 : count.get();
    }

    /** Ends all faults, and resets the counts and everything that was changed after startup. Users, their claims, keys and tokens stay. */
    public void reset() {
        faults.clear();
        claims.clear();
        claims.putAll(lastingClaims);
        requests.clear();
        user = null;
        tokenLifetime = LIFETIME;
        holds.clear();
    }

    /** Stops the provider. When this returns, its port is free and its threads have ended. */
    @Override
    public synchronized void close() {
        final ProviderServer running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public void beforeAll(final ExtensionContext context) {
        own(context);
    }

    @Override
    public void beforeEach(final ExtensionContext context) {
        own(context);
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        reset();
        closeIfOwned(context);
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        closeIfOwned(context);
    }

    String clientId() {
        return clientId;
    }

    String clientSecret() {
        return clientSecret;
    }

    private List<String> rolesOf(final String name) {
        final List<String> roles = users.get(name);
        if (roles == null) {
            throw new IllegalArgumentException(
                    "The provider has no user '" + name + "'. Add withUser(\"" + name + "\").");
        }
        return roles;
    }

    /** Returns the user of the next login. */
    String user() {
        final String named = user == null ? firstUser : user;
        if (named == null) {
            throw new IllegalStateException("The provider has no users. Add one by withUser(..).");
        }
        return named;
    }

    /** Returns a user's claims: the roles, and the claims that the test has set. */
    Map<String, Object> claimsOf(final String name) {
        final Map<String, Object> all = new LinkedHashMap<>();
        final List<String> roles = users.getOrDefault(name, List.of());
        if (!roles.isEmpty()) {
            NestedClaims.put(all, roleClaim, roles);
        }
        all.putAll(claims);
        return all;
    }

    Duration tokenLifetime() {
        return tokenLifetime;
    }

    boolean has(final ProviderFault fault) {
        return faults.contains(fault);
    }

    void counted(final String kind) {
        requests.computeIfAbsent(kind, each -> new AtomicInteger()).incrementAndGet();
    }

    /** Returns and removes the stage that the next response of the token endpoint waits for; null if there is none. */
    @Nullable
    CompletionStage<?> takeHold() {
        return holds.poll();
    }

    /**
     * Registers the owner: the outermost class or test that uses the provider. The provider stops when the owner ends, so
     * {@code @Nested} classes share one provider.
     */
    private synchronized void own(final ExtensionContext context) {
        if (owner == null) {
            owner = context.getUniqueId();
        }
    }

    private synchronized void closeIfOwned(final ExtensionContext context) {
        if (context.getUniqueId().equals(owner)) {
            owner = null;
            close();
        }
    }
}
