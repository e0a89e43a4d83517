package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.security.oidc.session.SessionStore;

/** Refreshes of sessions in a store of the application. */
final class RefreshInApplicationStoreTest extends SharedRefreshContract {

    /** The first response of the store to a replacement waits for it. */
    private static final AtomicReference<Completable> HOLD = new AtomicReference<>(Completable.complete());

    private static Instances instances;

    /** A map whose responses may be late. */
    static final class LateStore implements SessionStore {

        private final SessionStore map = new SessionStoreTest.MemoryStore();

        @Inject
        LateStore() {}

        @Override
        public Maybe<byte[]> load(final String id) {
            return map.load(id);
        }

        @Override
        public Completable save(final String id, final byte[] session, final Instant expiry) {
            return map.save(id, session, expiry);
        }

        @Override
        public Single<Boolean> replace(
                final String id, final byte[] before, final byte[] session, final Instant expiry) {
            return map.replace(id, before, session, expiry)
                    .flatMap(
                            isReplaced -> HOLD.getAndSet(Completable.complete()).toSingleDefault(isReplaced));
        }

        @Override
        public Completable delete(final String id) {
            return map.delete(id);
        }
    }

    @BeforeAll
    static void start() {
        instances = new Instances(
                2,
                () -> configured(OidcApplication.of(
                        PROVIDER.issuer(), OidcPlugin.create().withSessionStore(LateStore.class))));
    }

    @AfterAll
    static void stop() {
        instances.close();
    }

    @Override
    Instances instances() {
        return instances;
    }

    @Test
    void anInstanceThatWasFrozenForLongerThanItsClaimDoesNotUseTheToken() {
        final Map<String, String> cookies = instances.logIn(PROVIDER);
        final byte[] before = instances.stored(cookies);
        final CompletableSubject frozen = CompletableSubject.create();
        HOLD.set(frozen);
        final CompletableFuture<String> first = instances.getAsync(0, "/roles", cookies);
        while (Arrays.equals(instances.stored(cookies), before)) {
            Thread.onSpinWait();
        }

        assertThat(instances.get(1, "/roles", cookies)).endsWith("promoted none");
        frozen.onComplete();

        assertThat(first.join()).endsWith("promoted none");
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
    }
}
