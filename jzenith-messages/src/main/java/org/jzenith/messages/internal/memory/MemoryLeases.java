package org.jzenith.messages.internal.memory;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;

/** Leases in memory, by the monotonic clock of the process. */
final class MemoryLeases implements LeaseStore {

    private final String name;
    private final Map<Slot, Held> leases = new LinkedHashMap<>();

    private record Slot(String group, String slot) {}

    private static final class Held {

        private String owner = "";
        private long term;
        private boolean released = true;
        private long endsAt;
        private long occasion = Long.MIN_VALUE;

        boolean isHeld() {
            return !released && System.nanoTime() - endsAt < 0;
        }

        Lease lease(final Slot of) {
            return new Lease(of.group(), of.slot(), owner, term, isHeld(), occasion);
        }
    }

    MemoryLeases(final String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Maybe<Lease> claim(
            final String group, final String slot, final String owner, final Duration length, final long occasion) {
        return Maybe.fromCallable(() -> take(new Slot(group, slot), owner, length, occasion));
    }

    private synchronized @Nullable Lease take(
            final Slot slot, final String owner, final Duration length, final long occasion) {
        final Held held = leases.computeIfAbsent(slot, any -> new Held());
        if (held.isHeld() || (occasion != Long.MAX_VALUE && occasion <= held.occasion)) {
            return null;
        }
        held.owner = owner;
        held.term++;
        held.released = false;
        held.endsAt = System.nanoTime() + NanoTime.of(length);
        return held.lease(slot);
    }

    @Override
    public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
        return Single.fromCallable(() -> renewed(owner, length, Set.copyOf(groups)));
    }

    private synchronized List<Lease> renewed(final String owner, final Duration length, final Set<String> groups) {
        leases.values().forEach(held -> {
            if (held.owner.equals(owner) && held.isHeld()) {
                held.endsAt = System.nanoTime() + NanoTime.of(length);
            }
        });
        return leases.entrySet().stream()
                .map(entry -> entry.getValue().lease(entry.getKey()))
                .filter(lease -> groups.contains(lease.group()) || lease.owner().equals(owner))
                .toList();
    }

    @Override
    public Completable release(final Lease lease, final long occasion) {
        return Completable.fromAction(() -> end(lease, occasion));
    }

    private synchronized void end(final Lease lease, final long occasion) {
        final Held held = leases.get(new Slot(lease.group(), lease.slot()));
        if (held != null && held.term == lease.term() && held.isHeld()) {
            held.released = true;
            held.occasion = Math.max(held.occasion, occasion);
        }
    }

    @Override
    public Single<Instant> now() {
        return Single.fromCallable(Instant::now);
    }

    /** Throws a {@link TermEndedException} if a term has ended. */
    synchronized void require(final Term term) {
        final Held held = leases.get(new Slot(term.group(), term.slot()));
        if (held == null || held.term != term.number() || !held.isHeld()) {
            throw new TermEndedException(term);
        }
    }
}
