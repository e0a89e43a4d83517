package org.jzenith.security.jwt.key;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.health.Health;
import org.jzenith.core.limit.NanoTime;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.SecurityEvent;
import org.jzenith.security.jwt.provider.ProviderClient;
import org.jzenith.security.jwt.provider.ProviderUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a provider. They are fetched at intervals, and for a token with an unknown key, but never twice within the least interval.
 * All tokens that wait share one fetch. While the provider is away, the last keys stay valid.
 */
public final class RemoteKeys implements KeySource {

    private static final Logger LOGGER = LoggerFactory.getLogger(RemoteKeys.class);
    private static final Map<String, String> HEADERS = Map.of("Accept", "application/jwk-set+json, application/json");

    private final Vertx vertx;
    private final ProviderClient client;
    private final Blocking blocking;
    private final URI url;
    private final Set<JWSAlgorithm> allowed;
    private final Intervals intervals;
    private final Runnable onChange;
    private final @Nullable EventEmitter<SecurityEvent> events;
    private volatile KeySet keys = KeySet.EMPTY;

    /** The time of the last fetch that succeeded, by {@link System#nanoTime}. */
    private volatile long fetchedNanos;

    /** Guarded by this, as all that follows. */
    private @Nullable Future<KeySet> inProgress;

    private boolean begun;
    private long lastBegin;
    private long timer = -1;
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
     * @param url the URL of the JWKS
     * @param allowed algorithms
     * @param intervals the times between fetches
     * @param onChange called after the keys have changed
     * @param events observers, or null
     */
    public RemoteKeys(
            final Vertx vertx,
            final ProviderClient client,
            final Blocking blocking,
            final URI url,
            final Set<JWSAlgorithm> allowed,
            final Intervals intervals,
            final Runnable onChange,
            final @Nullable EventEmitter<SecurityEvent> events) {
        this.vertx = vertx;
        this.client = client;
        this.blocking = blocking;
        this.url = url;
        this.allowed = allowed;
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
        refresh();
    }

    @Override
    public Future<KeySet> refresh() {
        final Promise<KeySet> promise = Promise.promise();
        synchronized (this) {
            if (inProgress != null) {
                return inProgress;
            }
            final long now = System.nanoTime();
            if (closed || (begun && now - lastBegin < NanoTime.of(intervals.least))) {
                return known();
            }
            begun = true;
            lastBegin = now;
            inProgress = promise.future();
            cancelTimer();
        }
        client.send(HttpMethod.GET, url, HEADERS, null).onComplete(answer -> parse(answer, promise));
        return promise.future();
    }

    private Future<KeySet> known() {
        final KeySet known = keys;
        return known.size() > 0
                ? Future.succeededFuture(known)
                : Future.failedFuture(
                        new ProviderUnavailableException("No keys from " + url + " are known yet.", null));
    }

    private void parse(final AsyncResult<Buffer> answer, final Promise<KeySet> promise) {
        if (answer.failed()) {
            end(promise, answer.cause());
            return;
        }
        blocking.execute(
                () -> {
                    Throwable problem = null;
                    try {
                        take(KeyReader.ofJwks(answer.result().toString(StandardCharsets.UTF_8)));
                    } catch (final RuntimeException | StackOverflowError e) {
                        problem = e;
                    }
                    end(promise, problem);
                },
                refused -> end(promise, refused));
    }

    private void take(final List<JWK> jwks) {
        final KeySet before = keys;
        final KeySet after = before.replacedBy(jwks, allowed);
        if (after.size() == 0) {
            throw new IllegalArgumentException("None of its " + jwks.size() + " keys is usable.");
        }
        fetchedNanos = System.nanoTime();
        if (after.hasSameKeys(before)) {
            return;
        }
        keys = after;
        before.removeAllExcept(after);
        onChange.run();
        LOGGER.info("The keys from {} have changed; {} are valid now.", url, after.size());
        if (events != null) {
            events.emit(new SecurityEvent.KeysChanged(url.toString(), after.size()));
        }
    }

    private void end(final Promise<KeySet> promise, final @Nullable Throwable problem) {
        if (problem != null) {
            LOGGER.warn(
                    "The keys cannot be fetched from {}: {} {}",
                    url,
                    problem.getMessage(),
                    keys.size() > 0 ? "The last ones stay valid." : "No token can be verified.");
        }
        synchronized (this) {
            inProgress = null;
            schedule(problem == null ? intervals.normal : intervals.least);
        }
        final Future<KeySet> known = known();
        if (known.succeeded()) {
            promise.complete(known.result());
        } else {
            promise.fail(known.cause());
        }
    }

    private void schedule(final Duration delay) {
        if (!closed) {
            cancelTimer();
            timer = vertx.setTimer(NanoTime.of(delay) / 1_000_000 + 1, none -> refresh());
        }
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

    @Override
    public Health health() {
        return keys.size() > 0 ? Health.healthy() : Health.unhealthy("No keys from " + url + " are known yet.");
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
