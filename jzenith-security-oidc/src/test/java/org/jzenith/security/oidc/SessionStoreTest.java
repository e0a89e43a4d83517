package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.security.oidc.session.SessionStore;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

class SessionStoreTest {

    static final Map<String, byte[]> STORED = new ConcurrentHashMap<>();

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> OidcApplication.of(PROVIDER.issuer(), OidcPlugin.create().withSessionStore(MemoryStore.class)));

    /** Keeps sessions in a map. */
    static final class MemoryStore implements SessionStore {

        @Inject
        MemoryStore() {}

        @Override
        public Maybe<byte[]> load(final String id) {
            return Maybe.fromCallable(() -> STORED.get(id));
        }

        @Override
        public Completable save(final String id, final byte[] session, final Instant expiry) {
            return Completable.fromAction(() -> STORED.put(id, session));
        }

        @Override
        public Single<Boolean> replace(
                final String id, final byte[] before, final byte[] session, final Instant expiry) {
            return Single.fromCallable(() ->
                    STORED.computeIfPresent(id, (key, stored) -> Arrays.equals(stored, before) ? session : stored)
                            == session);
        }

        @Override
        public Completable delete(final String id) {
            return Completable.fromAction(() -> STORED.remove(id));
        }
    }

    @BeforeEach
    void reset() {
        STORED.clear();
    }

    @Test
    void sessionIsStoredEncryptedAndTheCookieIsSmall() {
        PROVIDER.claim("groups", "a".repeat(6000));
        final TestBrowser browser = TestBrowser.at(APP.http().uri());

        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
        assertThat(browser.cookies()).containsOnlyKeys("__Host-session");
        assertThat(browser.cookies().get("__Host-session")).hasSizeLessThan(500);
        assertThat(STORED).hasSize(1);
        final byte[] stored = STORED.values().iterator().next();
        assertThat(new String(stored, StandardCharsets.US_ASCII).split("\\.")).hasSize(5);
    }

    @Test
    void sessionThatIsDeletedElsewhereIsOver() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());
        browser.open("/page");
        STORED.clear();

        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void logoutDeletesTheSession() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());
        browser.open("/page");
        browser.post("/logout", "");

        assertThat(STORED).isEmpty();
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void storedSessionsThatWereSwappedAreNoSessions() {
        final TestBrowser ann = TestBrowser.at(APP.http().uri());
        ann.open("/page");
        final byte[] ofAnn = STORED.values().iterator().next();
        PROVIDER.logInAs("bob");
        final TestBrowser bob = TestBrowser.at(APP.http().uri());
        bob.open("/page");
        STORED.replaceAll((id, session) -> ofAnn);

        assertThat(bob.get("/").body()).isEqualTo("home of nobody");
        assertThat(ann.get("/").body()).isEqualTo("home of ann");
    }
}
