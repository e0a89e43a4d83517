package org.jzenith.security.internal.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.core.state.SharedCounts;
import org.jzenith.core.state.SharedStateStore;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;

/** The places of tickets whose clients leave before the store responds. */
final class TicketPlaceTest {

    /** A store that has frozen. */
    private static final class FrozenStore implements SharedStateStore {

        private final AtomicInteger additions = new AtomicInteger();

        @Override
        public String name() {
            return "frozen";
        }

        @Override
        public Completable put(final String key, final byte[] value, final Duration lifetime) {
            return Completable.never();
        }

        @Override
        public Single<Map<String, byte[]>> get(final List<String> keys) {
            return Single.never();
        }

        @Override
        public Maybe<byte[]> take(final String key) {
            return Maybe.never();
        }

        @Override
        public Single<List<SharedCounts.Count>> add(final List<String> keys, final Duration window) {
            additions.incrementAndGet();
            return Single.never();
        }

        @Override
        public Completable subtract(final List<String> keys) {
            return Completable.never();
        }
    }

    @Test
    void aClientThatLeavesKeepsNoPlace() {
        final FrozenStore store = new FrozenStore();
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.create(), SecurityPlugin.create().withTickets())
                .withModules(
                        binder -> SharedStateStore.binder(binder).addBinding().toInstance(store))
                .withConfiguration("rest.port", 0)
                .withConfiguration("jzenith.shared-state", store.name())
                .withConfiguration("security.tickets.max", 1)
                .run()) {
            final Tickets tickets = application.get(Tickets.class);
            final Identity ann = Identity.of("ann", "basic");
            tickets.issue(ann).test().dispose();

            tickets.issue(ann).test().assertNotTerminated();
            assertThat(store.additions).hasValue(2);
            tickets.issue(ann).test().assertValue(issue -> issue.status() == 503);
        }
    }
}
