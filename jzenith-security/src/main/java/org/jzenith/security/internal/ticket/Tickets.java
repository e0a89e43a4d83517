package org.jzenith.security.internal.ticket;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.internal.limit.BoundedKey;
import org.jzenith.core.state.SharedCounts;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedValues;

/**
 * The valid tickets, by the SHA-256 of each. With a store, one instance can issue a ticket that another one redeems. Safe for use by many
 * threads.
 */
@CheckReturnValue
final class Tickets {

    private static final int BYTES = 32;

    /** The characters of a ticket: 32 bytes in Base64 without padding. */
    static final int LENGTH = 43;

    private final SecureRandom random = new SecureRandom();
    private final TicketConfiguration settings;
    private final SharedValues<Identity> tickets;

    /** The number of tickets that a user got, without those that were redeemed, from the first one on. */
    private final SharedCounts ofUsers;

    /**
     * The times at which the tickets of this instance end, the oldest first. For each that is redeemed, the oldest is removed: in all instances
     * together there are never fewer than valid tickets.
     */
    private final ArrayDeque<Long> ends = new ArrayDeque<>();

    /**
     * A new ticket, or the status with which it is refused.
     *
     * @param ticket null if there is none
     * @param status 200, 429 or 503
     */
    record Issue(@Nullable String ticket, int status) {}

    @Inject
    Tickets(final TicketConfiguration settings, final SharedState state) {
        // in memory, at least half as many are kept
        final int maxEntries = (int) Math.min(Integer.MAX_VALUE, 2L * settings.max());
        this.settings = settings;
        this.tickets = state.values("tickets", maxEntries, settings.lifetime(), new IdentityFormat());
        this.ofUsers = state.counts("tickets-of-user", maxEntries, settings.lifetime());
    }

    Single<Issue> issue(final Identity identity) {
        return Single.defer(() -> {
            if (!takePlace()) {
                return Single.just(new Issue(null, 503));
            }
            final AtomicBoolean undecided = new AtomicBoolean(true);
            return issueTo(identity)
                    .doOnSuccess(issue -> {
                        if (undecided.getAndSet(false) && issue.ticket == null) {
                            freePlace();
                        }
                    })
                    .doOnError(error -> freePlace(undecided))
                    .doOnDispose(() -> freePlace(undecided));
        });
    }

    private Single<Issue> issueTo(final Identity identity) {
        final List<String> user = List.of(identity.getName());
        return ofUsers.add(user).flatMap(counts -> {
            if (counts.get(0).value() > settings.maxPerUser()) {
                return ofUsers.subtract(user).toSingleDefault(new Issue(null, 429));
            }
            final String ticket = newTicket();
            return tickets.put(BoundedKey.sha256(ticket), identity)
                    .toSingleDefault(new Issue(ticket, 200))
                    .onErrorResumeNext(
                            error -> ofUsers.subtract(user).onErrorComplete().andThen(Single.error(error)));
        });
    }

    private String newTicket() {
        final byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the owner of a ticket, which is not valid any more afterwards; empty if it is not valid. */
    Maybe<Identity> redeem(final String ticket) {
        return tickets.take(BoundedKey.sha256(ticket))
                .flatMap(owner -> redeemed(owner).andThen(Maybe.just(owner)))
                .filter(owner -> owner.expiry()
                        .map(expiry -> expiry.isAfter(Instant.now()))
                        .orElse(true));
    }

    /** Completes also if the count of the user cannot be changed: the count ends with the lifetime of tickets, and the ticket is used. */
    private Completable redeemed(final Identity owner) {
        freePlace();
        return ofUsers.subtract(List.of(owner.getName())).onErrorComplete();
    }

    private synchronized boolean takePlace() {
        final long now = System.nanoTime();
        for (Long oldest = ends.peek(); oldest != null && now - oldest >= 0; oldest = ends.peek()) {
            ends.remove();
        }
        if (ends.size() >= settings.max()) {
            return false;
        }
        ends.add(now + settings.lifetime().toNanos());
        return true;
    }

    /** Frees a place once. */
    private void freePlace(final AtomicBoolean undecided) {
        if (undecided.getAndSet(false)) {
            freePlace();
        }
    }

    private synchronized void freePlace() {
        ends.poll();
    }
}
