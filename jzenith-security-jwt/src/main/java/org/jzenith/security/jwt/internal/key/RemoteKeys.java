package org.jzenith.security.jwt.internal.key;

import com.nimbusds.jose.JWSAlgorithm;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.health.Health;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.security.jwt.internal.provider.ProviderClient;
import org.jzenith.security.jwt.internal.provider.ProviderUnavailableException;
import org.jzenith.security.observe.SecurityEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a provider. They are fetched at intervals, and for a token with an unknown key, but never twice within the least interval.
 * Known senders have their own fetches, one in a second, so that strangers do not use them up. Fetches begin with {@link #begin} or with
 * the first token.
 * All tokens that wait share one fetch. A token whose key is named too early for the next fetch is neither accepted nor refused until
 * then. While the provider is away, the last keys stay valid.
 */
public final class RemoteKeys implements KeySource {

    private static final Logger LOGGER = LoggerFactory.getLogger(RemoteKeys.class);
    private static final String ACCEPT = "application/jwk-set+json, application/json";

    /** The least time between two fetches for known senders, without the first that brings keys. */
    private static final long RESERVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A timer is not set anew for less. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Vertx vertx;
    private final ProviderClient client;
    private final Blocking blocking;
    private final Supplier<Future<URI>> address;
    private final KeyReader reader;
    private final Intervals intervals;
    private final Runnable onChange;
    private final @Nullable EventEmitter<SecurityEvent> events;
    /** The URL of the keys, or the name of the provider while that is not known. */
    private volatile String source;

    private volatile KeySet keys = KeySet.EMPTY;

    /** Why the last fetch failed; null if it succeeded. */
    private volatile @Nullable String problem;

    /** The time of the last fetch that succeeded, by {@link System#nanoTime}. */
    private volatile long fetchedNanos;

    /** Guarded by this, as all that follows. */
    private @Nullable Future<Void> inProgress;

    private final MissingKeys unknown = new MissingKeys();
    private @Nullable Long lastBegin;
    private @Nullable Long lastBeginForKnown;
    private long timer = -1;
    private long timerEnd;
    private boolean closed;

    /**
     * The times between two fetches.
     *
     * @param normal after a fetch that succeeded
     * @param least the least time
     */
    public record Intervals(Duration normal, Duration least) {}

    /**
     * Creates a source without keys.
     *
     * @param vertx the application's Vert.x
     * @param client closed with the source
     * @param blocking parses what the provider sends
     * @param source the URL of the JWKS, or that of its provider
     * @param address finds the URL of the JWKS
     * @param allowed algorithms
     * @param intervals the times between fetches
     * @param onChange called after the keys have changed
     * @param events observers, or null
     */
    public RemoteKeys(
            final Vertx vertx,
            final ProviderClient client,
            final Blocking blocking,
            final String source,
            final Supplier<Future<URI>> address,
            final Set<JWSAlgorithm> allowed,
            final Intervals intervals,
            final Runnable onChange,
            final @Nullable EventEmitter<SecurityEvent> events) {
        this.vertx = vertx;
        this.client = client;
        this.blocking = blocking;
        this.source = source;
        this.address = address;
        this.reader = new KeyReader(source, allowed, LOGGER::warn);
        this.intervals = intervals;
        this.onChange = onChange;
        this.events = events;
    }

    @Override
    public KeySet current() {
        return keys;
    }

    @Override
    public void begin() {
        refresh(null, false);
    }

    @Override
    public Future<KeySet> refresh(final @Nullable String id, final boolean isKnown) {
        final Promise<Void> promise = Promise.promise();
        synchronized (this) {
            final Future<Void> fetch = inProgress;
            final long early = earlyNanos(isKnown);
            if (closed || (fetch == null && early > 0 && unknown.isMissing(id))) {
                return decided(id, isKnown);
            }
            unknown.add(id);
            if (fetch != null) {
                return fetch.transform(ended -> decided(id, isKnown));
            }
            if (early > 0) {
                schedule(Duration.ofNanos(early), isKnown);
                return decided(id, isKnown);
            }
            if (isKnown) {
                lastBeginForKnown = System.nanoTime();
            } else {
                lastBegin = System.nanoTime();
            }
            unknown.fetchBegins();
            inProgress = promise.future();
            cancelTimer();
        }
        address.get()
                .compose(url -> {
                    source = url.toString();
                    return client.get(url, ACCEPT);
                })
                .onComplete(answer -> parse(answer, promise));
        return promise.future().transform(ended -> decided(id, isKnown));
    }

    /** Returns the time to the next fetch that is allowed. */
    private long earlyNanos(final boolean isKnown) {
        final Long last = isKnown ? lastBeginForKnown : lastBegin;
        final long least = NanoTime.of(intervals.least);
        return last == null
                ? 0
                : Math.max(0, (isKnown ? Math.min(least, RESERVE_NANOS) : least) - (System.nanoTime() - last));
    }

    /** Returns the keys if they, or the last fetch, show whether the provider has a key. */
    private synchronized Future<KeySet> decided(final @Nullable String id, final boolean isKnown) {
        final KeySet known = keys;
        if (known.size() > 0 && (known.knows(id) || unknown.isMissing(id))) {
            return Future.succeededFuture(known);
        }
        final long seconds = TimeUnit.NANOSECONDS.toSeconds(earlyNanos(isKnown)) + 1;
        return Future.failedFuture(new ProviderUnavailableException(
                known.size() > 0
                        ? "The token names a key that is unknown to " + source + ". The keys are fetched again in "
                                + seconds + " s."
                        : "No keys from " + source + " are known yet.",
                null,
                Duration.ofSeconds(seconds)));
    }

    private void parse(final AsyncResult<Buffer> answer, final Promise<Void> promise) {
        if (answer.failed()) {
            end(promise, answer.cause());
            return;
        }
        blocking.execute(
                () -> {
                    Throwable problem = null;
                    try {
                        take(reader.ofJwks(answer.result().toString(StandardCharsets.UTF_8)));
                    } catch (final RuntimeException | StackOverflowError e) {
                        problem = e;
                    }
                    end(promise, problem);
                },
                refused -> end(promise, refused));
    }

    private void take(final List<VerificationKey> newest) {
        final KeySet before = keys;
        final KeySet after = before.replacedBy(newest);
        fetchedNanos = System.nanoTime();
        if (after.hasSameKeys(before)) {
            return;
        }
        synchronized (this) {
            keys = after;
            if (before.size() == 0) {
                lastBeginForKnown = null;
            }
        }
        before.removeAllExcept(after);
        onChange.run();
        LOGGER.info("The keys from {} have changed; {} are valid now.", source, after.size());
        if (events != null) {
            events.emit(new SecurityEvent.KeysChanged(source, after.size()));
        }
    }

    private void end(final Promise<Void> promise, final @Nullable Throwable error) {
        problem = error == null ? null : String.valueOf(error.getMessage()).replaceFirst("\\.$", "");
        if (error != null) {
            LOGGER.warn(
                    "The keys cannot be fetched from {}: {} {}",
                    source,
                    error.getMessage(),
                    keys.size() > 0 ? "The previous keys stay valid." : "No token can be verified.");
        }
        synchronized (this) {
            inProgress = null;
            if (error == null) {
                unknown.fetchSucceeded(keys::knows);
            }
            schedule(error == null && !unknown.isAnyNamed() ? intervals.normal : intervals.least, false);
        }
        promise.complete();
    }

    /** Keeps a timer that ends as early. */
    private void schedule(final Duration delay, final boolean isKnown) {
        final long end = System.nanoTime() + NanoTime.of(delay);
        if (!closed && (timer < 0 || end - timerEnd < -SLACK_NANOS)) {
            cancelTimer();
            timerEnd = end;
            timer = vertx.setTimer(NanoTime.of(delay) / 1_000_000 + 1, id -> timerEnded(id, isKnown));
        }
    }

    private void timerEnded(final long id, final boolean isKnown) {
        synchronized (this) {
            if (timer != id) {
                return; // cancelled too late
            }
            timer = -1;
        }
        refresh(null, isKnown);
    }

    private void cancelTimer() {
        if (timer >= 0) {
            vertx.cancelTimer(timer);
            timer = -1;
        }
    }

    @Override
    public long ageSeconds() {
        return keys.size() == 0 ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - fetchedNanos);
    }

    /** Returns degraded if the last fetch failed, also without any keys; healthy before the first fetch. */
    public Health ofLastFetch() {
        final String failed = problem;
        return failed == null
                ? Health.healthy()
                : Health.degraded("The keys cannot be fetched from " + source
                        + (keys.size() > 0 ? ", the previous keys stay valid: " : ": ") + failed);
    }

    @Override
    public Health health() {
        // An instance that has keys can verify the tokens that this one cannot.
        return keys.size() == 0 ? Health.unhealthy("No keys from " + source + " are known yet") : ofLastFetch();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            cancelTimer();
        }
        client.close();
    }
}
