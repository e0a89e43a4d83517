package org.jzenith.http.internal.admission;

import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.http.internal.request.RequestTarget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits a listener's requests. Counts those in flight, and the blocking work that outlasts its request: each has the
 * same limit. A limit per event loop may follow latency. Safe for use by many threads.
 */
public final class Admission {

    private static final Logger LOGGER = LoggerFactory.getLogger(Admission.class);

    /** The number of priority requests that may be in flight above the limit. */
    private static final int PRIORITY_ROOM = 100;

    private final int limit;
    private final AdaptiveLimit.@Nullable Bounds bounds;
    private final ExemptPaths priorityPaths;
    private final ExemptPaths excludedPaths;
    private final Map<Executor, AdaptiveLimit> adaptive = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger blockingWork = new AtomicInteger();
    private final CountedWarning tooMany;
    private final CountedWarning tooSlow;
    private final CountedWarning unreadResponses;
    private volatile boolean stopping;
    private volatile boolean draining;
    private volatile @Nullable CompletableSubject zero;

    /**
     * Creates it without requests.
     *
     * @param plugin stands before the keys of the settings
     * @param limit on the requests in flight
     * @param priorityPaths have more room, and no limit that follows latency
     * @param bounds the bounds of the adaptive limits; null for no such limits
     */
    public Admission(
            final String plugin,
            final int limit,
            final List<String> priorityPaths,
            final AdaptiveLimit.@Nullable Bounds bounds) {
        this.limit = limit;
        this.bounds = bounds;
        this.priorityPaths = new ExemptPaths(priorityPaths);
        this.excludedPaths = new ExemptPaths(bounds == null ? List.of() : bounds.excludedPaths());
        this.tooMany = new CountedWarning(
                LOGGER,
                "Requests get a 503 immediately: " + plugin + ".max-requests-in-flight is " + limit
                        + ", and that many are in flight.");
        this.tooSlow = new CountedWarning(
                LOGGER,
                "Requests get a 503 immediately: latency has grown, and the limit of " + plugin
                        + ".adaptive-limit is reached.");
        this.unreadResponses = new CountedWarning(
                LOGGER,
                "Requests get a 503 immediately: the responses that wait for clients fill " + plugin
                        + ".max-buffered-responses.");
    }

    /**
     * The limit that follows the latency of an event loop, which all servers on it share.
     *
     * @param eventLoop has the requests
     * @param vertx has the event loop
     * @return null if there is no such limit
     */
    public @Nullable AdaptiveLimit adaptive(final Executor eventLoop, final Vertx vertx) {
        final AdaptiveLimit.Bounds set = bounds;
        return set == null ? null : adaptive.computeIfAbsent(eventLoop, first -> AdaptiveLimit.start(set, vertx));
    }

    /**
     * Returns true if the limits admit a request. Called before it starts; requests with an immediate response are never counted.
     *
     * @param incoming the request
     * @param following the limit that follows latency; null for none
     * @return false if it is to be refused
     */
    public boolean mayAdmit(final HttpServerRequest incoming, final @Nullable AdaptiveLimit following) {
        if (hasRoom() && (following == null || following.hasRoom())) {
            return true;
        }
        final String path = RequestTarget.displayPath(incoming);
        return hasRoom() ? !isFollowed(path) : requests.get() - PRIORITY_ROOM < limit && priorityPaths.contain(path);
    }

    private boolean hasRoom() {
        return requests.get() < limit;
    }

    /**
     * Returns true if the limit that follows latency counts a request.
     *
     * @param path the path as sent; null for none
     * @return false for paths that have priority or are excluded
     */
    public boolean isFollowed(final @Nullable String path) {
        return !excludedPaths.contain(path) && !priorityPaths.contain(path);
    }

    /**
     * Logs that a request was immediately refused with 503.
     *
     * @param roomForResponses true if the responses that wait for clients are below their limit
     * @return the last part of the name of the limit's setting
     */
    public String refused(final boolean roomForResponses) {
        if (!roomForResponses) {
            unreadResponses.add();
            return "max-buffered-responses";
        }
        if (hasRoom()) {
            tooSlow.add();
            return "adaptive-limit";
        }
        tooMany.add();
        return "max-requests-in-flight";
    }

    /**
     * Returns the number of requests that were refused because too many were in flight.
     *
     * @return since startup
     */
    public long refusedByNumber() {
        return tooMany.total();
    }

    /**
     * Returns the number of requests that were refused because latency has grown.
     *
     * @return since startup
     */
    public long refusedByLatency() {
        return tooSlow.total();
    }

    /**
     * Returns the number of requests that were refused because too many bytes of responses waited for clients.
     *
     * @return since startup
     */
    public long refusedByResponses() {
        return unreadResponses.total();
    }

    /**
     * Returns true if refusals may be delayed: half of the room is free, and the listener does not wait for its requests.
     *
     * @return false if delayed refusals, which are in flight, would be in the way
     */
    public boolean delaysRefusals() {
        return !draining && requests.get() < limit / 2;
    }

    /**
     * The requests in flight.
     *
     * @return without those with an immediate response
     */
    public int requestsInFlight() {
        return requests.get();
    }

    /**
     * The requests in flight that the limits that follow latency count.
     *
     * @return their number, at most 100 ms old
     */
    public int followedInFlight() {
        return adaptive.values().stream()
                .mapToInt(AdaptiveLimit::checkedInFlight)
                .sum();
    }

    /**
     * The sum of the limits that follow latency.
     *
     * @return 0 if there is no such limit; at most 100 ms old
     */
    public int followingLimit() {
        return adaptive.values().stream().mapToInt(AdaptiveLimit::checkedLimit).sum();
    }

    /** A request had no immediate response. */
    public void requestStarted() {
        requests.incrementAndGet();
    }

    /** A request that was counted has ended. */
    public void requestEnded() {
        if (requests.decrementAndGet() == 0) {
            completeIfZero();
        }
    }

    /**
     * Blocking work is queued for a thread; called while its request is in flight. It outlasts a client that disconnects, so it
     * has its own limit.
     *
     * @return false if there is too much work; then nothing has changed
     */
    public boolean workQueued() {
        if (blockingWork.incrementAndGet() <= limit) {
            return true;
        }
        workEnded();
        return false;
    }

    /** Blocking work has ended, or was not started. */
    public void workEnded() {
        if (blockingWork.decrementAndGet() == 0) {
            completeIfZero();
        }
    }

    /** The application stops. */
    public void stop() {
        stopping = true;
    }

    /**
     * Returns true if the application stops.
     *
     * @return false before {@link #stop}
     */
    public boolean isStopping() {
        return stopping;
    }

    /** The listener is about to wait for its requests: delays no further refusals. */
    public void drain() {
        draining = true;
    }

    /**
     * Waits for the end of all requests and all work.
     *
     * @param subject completes when there is neither
     */
    public void completeWhenZero(final CompletableSubject subject) {
        zero = subject;
        completeIfZero();
    }

    private void completeIfZero() {
        final CompletableSubject subject = zero;
        if (subject != null && requests.get() == 0 && blockingWork.get() == 0) {
            subject.onComplete();
        }
    }
}
