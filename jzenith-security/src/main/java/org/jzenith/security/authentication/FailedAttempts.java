package org.jzenith.security.authentication;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limits attempts to guess credentials. An attempt counts from its beginning, so that parallel guesses are limited too, and is released
 * if it succeeds or is not decided.
 *
 * <p>Failures count for a minute from the first one: for the client network, for the name, and for both together. If a name has too
 * many failures, each network still has one attempt a minute for it. So others cannot lock a user out for longer than a minute, from
 * however many networks they guess. A network that has authenticated a name within a day is limited for this name only by its own
 * failures for it.
 *
 * <p>Safe for use by many threads.
 */
@Singleton
public final class FailedAttempts {

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A longer name is replaced by its digest, so that few names cannot fill the memory. */
    private static final int LONGEST_NAME = 64;

    private final FailedAttemptsConfiguration limits;
    private final Counters networks;
    private final Counters names;
    private final Counters pairs;

    /** The pairs of name and network that have succeeded. */
    private final KnownClients known;

    /**
     * Created by Guice.
     *
     * @param limits the settings
     * @param known the known clients, none at first
     */
    @Inject
    FailedAttempts(final FailedAttemptsConfiguration limits, final KnownClients known) {
        this.limits = limits;
        this.networks = new Counters(limits.maxEntries());
        this.names = new Counters(limits.maxEntries());
        this.pairs = new Counters(limits.maxEntries());
        this.known = known;
    }

    /** An attempt that is not decided. The first call of one of its methods counts. */
    public final class Attempt {

        private final String pair;
        private final String network;
        private final Priority priority;
        private final List<Counter> counted;
        private boolean ended;

        private Attempt(final String pair, final String network, final Priority priority, final Counter... counted) {
            this.pair = pair;
            this.network = network;
            this.priority = priority;
            this.counted = List.of(counted);
        }

        /**
         * Returns the priority of the attempt.
         *
         * @return the highest one for a name that this network has authenticated within a day
         */
        public Priority priority() {
            return priority;
        }

        /** The credentials are right. */
        public void succeeded() {
            known.add(pair, network);
            release();
        }

        /** The credentials are wrong. */
        public void failed() {
            synchronized (FailedAttempts.this) {
                ended = true;
            }
        }

        /** The credentials were not checked, for example because the client has left. */
        public void abandoned() {
            release();
        }

        private void release() {
            synchronized (FailedAttempts.this) {
                if (!ended) {
                    ended = true;
                    counted.forEach(each -> each.count--);
                }
            }
        }
    }

    /**
     * Begins an attempt with a name that can be guessed for, such as that of a user.
     *
     * @param network the network of the client
     * @param name the name that the client has sent
     * @return the attempt, to be ended by the caller
     * @throws TooManyAttemptsException if the credentials must not be checked
     */
    public Attempt begin(final String network, final String name) {
        final String bounded = bounded(name);
        final String pair = bounded + '\n' + network;
        final long now = System.nanoTime();
        final Priority priority = known.priority(pair, network);
        synchronized (this) {
            final Counter ofPair = pairs.of(pair, now);
            if (priority == Priority.KNOWN_CREDENTIALS) {
                ofPair.check(limits.perNameAndNetwork(), now, "this name from this network");
                ofPair.count++;
                return new Attempt(pair, network, priority, ofPair);
            }
            final Counter ofNetwork = networks.of(network, now);
            final Counter ofName = names.of(bounded, now);
            ofNetwork.check(limits.perNetwork(), now, "this network");
            ofPair.check(
                    ofName.count >= limits.perName() ? 1 : limits.perNameAndNetwork(),
                    now,
                    "this name from this network");
            ofNetwork.count++;
            ofName.count++;
            ofPair.count++;
            return new Attempt(pair, network, priority, ofNetwork, ofName, ofPair);
        }
    }

    /**
     * Begins an attempt with credentials without a name, such as a key. Only the network is limited, and not for credentials that have
     * succeeded from it.
     *
     * @param network the network of the client
     * @param credentials a digest of them
     * @return the attempt, to be ended by the caller
     * @throws TooManyAttemptsException if the credentials must not be checked
     */
    public Attempt beginWithoutName(final String network, final String credentials) {
        final String pair = credentials + "\n\n" + network;
        final Priority priority = known.priority(pair, network);
        if (priority == Priority.KNOWN_CREDENTIALS) {
            return new Attempt(pair, network, priority);
        }
        final long now = System.nanoTime();
        synchronized (this) {
            final Counter ofNetwork = networks.of(network, now);
            ofNetwork.check(limits.perNetwork(), now, "this network");
            ofNetwork.count++;
            return new Attempt(pair, network, priority, ofNetwork);
        }
    }

    private static String bounded(final String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(
                                    MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    private static final class Counter {

        private final long endNanos;
        private int count;

        Counter(final long endNanos) {
            this.endNanos = endNanos;
        }

        void check(final int limit, final long now, final String what) {
            if (count >= limit) {
                final long seconds = Math.max(1, (endNanos - now + SECOND_NANOS - 1) / SECOND_NANOS);
                throw new TooManyAttemptsException(
                        "Too many attempts for " + what + " have failed in the last minute.", seconds);
            }
        }
    }

    /** Counters in the order of their ends. */
    private static final class Counters {

        private final int maxEntries;
        private final Map<String, Counter> all = new LinkedHashMap<>();

        Counters(final int maxEntries) {
            this.maxEntries = maxEntries;
        }

        Counter of(final String key, final long now) {
            final Counter present = all.get(key);
            if (present != null && now - present.endNanos < 0) {
                return present;
            }
            all.remove(key);
            final Iterator<Counter> oldest = all.values().iterator();
            while (oldest.hasNext() && (now - oldest.next().endNanos >= 0 || all.size() >= maxEntries)) {
                oldest.remove();
            }
            final Counter made = new Counter(now + WINDOW_NANOS);
            all.put(key, made);
            return made;
        }
    }
}
