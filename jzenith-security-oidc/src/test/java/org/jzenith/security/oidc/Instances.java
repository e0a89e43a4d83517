package org.jzenith.security.oidc;

import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.security.oidc.session.SessionStore;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** Instances of an application that browsers know by one address. */
final class Instances implements AutoCloseable {

    private static final String COOKIE = "__Host-session";

    private final List<RunningApplication> all = new ArrayList<>();

    Instances(final int count, final Supplier<JZenith> application) {
        for (int i = 0; i < count; i++) {
            all.add(application
                    .get()
                    .withOverridingConfiguration("rest.port", 0)
                    .run());
        }
    }

    RunningApplication get(final int instance) {
        return all.get(instance);
    }

    /** The address at which the browsers of the tests log in. */
    private String authority() {
        return get(0).uri().getRawAuthority();
    }

    /** Returns the cookies of a session whose tokens have expired; the next ones have the role {@code promoted}. */
    Map<String, String> logIn(final TestIdentityProvider provider) {
        provider.tokenLifetime(Duration.ofSeconds(1));
        final TestBrowser browser = TestBrowser.at(get(0).uri());
        browser.open("/login");
        SessionTest.awaitExpiry();
        provider.reset(); // a slow login may have refreshed its tokens
        provider.claim("realm_access", Map.of("roles", List.of("promoted")));
        return Map.copyOf(browser.cookies());
    }

    String get(final int instance, final String path, final Map<String, String> cookies) {
        return send(instance, "GET", path, cookies);
    }

    CompletableFuture<String> getAsync(final int instance, final String path, final Map<String, String> cookies) {
        return CompletableFuture.supplyAsync(() -> get(instance, path, cookies), task -> new Thread(task).start());
    }

    String send(final int instance, final String method, final String path, final Map<String, String> cookies) {
        try {
            return OidcApplication.raw(get(instance).uri(), authority(), method, path, cookies);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SessionStore store(final int instance) {
        return get(instance)
                .injector()
                .getInstance(Key.get(new TypeLiteral<Optional<SessionStore>>() {}))
                .orElseThrow();
    }

    /** Returns the stored session of a cookie; null if there is none. */
    byte @Nullable [] stored(final Map<String, String> cookies) {
        return store(0).load(idOf(cookies)).blockingGet();
    }

    void restore(final Map<String, String> cookies, final byte[] session) {
        store(0).save(idOf(cookies), session, Instant.now().plusSeconds(600)).blockingAwait();
    }

    private static String idOf(final Map<String, String> cookies) {
        final String cookie = String.valueOf(cookies.get(COOKIE)).substring("1.".length());
        return new JsonObject(CookieCipher.of(OidcApplication.CLIENT, List.of(OidcApplication.KEY))
                        .open("session-id", cookie))
                .getString("i");
    }

    @Override
    public void close() {
        all.forEach(RunningApplication::close);
    }
}
