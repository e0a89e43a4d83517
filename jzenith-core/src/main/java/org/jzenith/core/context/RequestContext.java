package org.jzenith.core.context;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Everything that belongs to one request: its id, the logging context (MDC), things bound to the thread by libraries,
 * and the objects in request scope.
 *
 * <p>The server makes one for each request; a plugin makes its own for work that comes from elsewhere, such as a job:
 *
 * <pre>{@code
 * RequestContext.create("job-" + number).run(() -> ...);
 * }</pre>
 *
 * <p>Safe for use by many threads; a request may work on several at once.
 */
public final class RequestContext {

    /** The MDC key that holds the id of the request. */
    public static final String MDC_KEY = "requestId";

    /** A place of each thread, asked for once a change, as writing to a thread-local costs more than a field. */
    private static final ThreadLocal<Place> CURRENT = ThreadLocal.withInitial(Place::new);

    static final class Place {

        @Nullable
        RequestContext context;

        /** Null on a thread that is no event loop of an application. */
        @Nullable
        EventLoopThread eventLoop;
    }

    private final String id;
    private final ThreadBound[] bound;
    private volatile @Nullable Map<Object, Object> scoped;
    private volatile boolean admitted;

    private RequestContext(final String id, final ThreadBound[] bound) {
        this.id = id;
        this.bound = bound;
    }

    /**
     * Makes a context; it is current on no thread yet.
     *
     * @param id the id of the request as it appears in logs
     * @param bound what else must be in place on a thread that works for the request, in the order of entering; an array
     *     is not copied
     * @return a new context
     */
    public static RequestContext create(final String id, final ThreadBound... bound) {
        return new RequestContext(id, bound);
    }

    /**
     * The context of the request that the current thread works for.
     *
     * @return the context, or null outside a request
     */
    public static @Nullable RequestContext current() {
        return CURRENT.get().context;
    }

    static Place place() {
        return CURRENT.get();
    }

    /**
     * Names the work of the request for reports. May be called on any thread.
     *
     * @return for example {@code GET /users/17, request 5f-12}
     */
    public String description() {
        for (final ThreadBound each : bound) {
            final String name = each.description();
            if (name != null) {
                return name + ", request " + id;
            }
        }
        return "request " + id;
    }

    /**
     * The id of the request.
     *
     * @return the id given at creation
     */
    public String id() {
        return id;
    }

    /**
     * Runs work for this request on the current thread: the context, its MDC entry and all that is bound are in place
     * while it runs and gone afterwards, whatever was current before is restored.
     *
     * @param work what to run; its exceptions pass through
     */
    public void run(final Runnable work) {
        run(work, null);
    }

    /**
     * Makes a task run, on whatever thread, with the context and MDC that are current now.
     *
     * @param work the task
     * @return the same task if there is no current context, otherwise a task that brings the context with it
     */
    public static Runnable wrap(final Runnable work) {
        final Hop hop = Hop.capture();
        return hop == null ? work : () -> hop.run(work);
    }

    /**
     * The object of this request under a key; made on first use.
     *
     * @param key identifies the object
     * @param maker makes it; where two threads race for the first use it may be called by both, and both see one object
     * @param <T> the object's type
     * @return the object
     */
    @SuppressWarnings("unchecked")
    public <T> T scoped(final Object key, final Supplier<T> maker) {
        final Map<Object, Object> objects = objects();
        final Object present = objects.get(key);
        if (present != null) {
            return (T) present;
        }
        // Not computeIfAbsent: making one object may ask for another.
        final T made = maker.get();
        final Object earlier = objects.putIfAbsent(key, made);
        return earlier == null ? made : (T) earlier;
    }

    /**
     * The object of this request under a key, if there is one.
     *
     * @param key identifies the object
     * @return the object that {@link #scoped} made, or null
     */
    public @Nullable Object scopedIfPresent(final Object key) {
        final Map<Object, Object> objects = scoped;
        return objects == null ? null : objects.get(key);
    }

    /**
     * Notes that a resource with a queue, such as a database, has begun to work for this request. While that is
     * overloaded it refuses new requests and finishes those that it has admitted.
     */
    public void admit() {
        if (!admitted) {
            admitted = true;
        }
    }

    /**
     * Whether this request was admitted.
     *
     * @return true after {@link #admit()}
     */
    public boolean isAdmitted() {
        return admitted;
    }

    private Map<Object, Object> objects() {
        Map<Object, Object> objects = scoped;
        if (objects == null) {
            synchronized (this) {
                objects = scoped;
                if (objects == null) {
                    objects = new ConcurrentHashMap<>();
                    scoped = objects;
                }
            }
        }
        return objects;
    }

    /** With the logging context of an earlier moment, which holds the id of the request. */
    void run(final Runnable work, final @Nullable Map<String, String> mdc) {
        final Place place = CURRENT.get();
        final RequestContext before = place.context;
        if (before == this) {
            work.run();
            return;
        }
        final Map<String, String> mdcBefore = MDC.getCopyOfContextMap();
        if (before != null) {
            before.leaveBound();
        }
        try {
            place.context = this;
            if (mdc == null) {
                MDC.put(MDC_KEY, id);
            } else {
                MDC.setContextMap(mdc);
            }
            enterBound();
            work.run();
        } catch (final VirtualMachineError e) {
            for (final ThreadBound each : bound) {
                each.broken(e);
            }
            throw e;
        } finally {
            leaveBound();
            if (mdcBefore == null) {
                MDC.clear();
            } else {
                MDC.setContextMap(mdcBefore);
            }
            place.context = before;
            if (before != null) {
                before.enterBound();
            }
            final EventLoopThread eventLoop = place.eventLoop;
            if (eventLoop != null && eventLoop.isArmed()) {
                eventLoop.disarm();
            }
        }
    }

    private void enterBound() {
        for (final ThreadBound each : bound) {
            each.enter();
        }
    }

    private void leaveBound() {
        for (int i = bound.length - 1; i >= 0; i--) {
            bound[i].leave();
        }
    }
}
