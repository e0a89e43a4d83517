package org.jzenith.core.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The context of a request: its id, the logging context (MDC), the values that libraries keep in thread-locals, and the
 * objects in request scope.
 *
 * <p>The server creates one for each request, and a {@link org.jzenith.core.work.WorkRunner} one for each run of work that comes from
 * elsewhere, such as a job.
 *
 * <p>Safe for use by many threads; a request may work on several at once.
 */
public final class RequestContext {

    /** The MDC key that holds the id of the request. */
    public static final String MDC_KEY = "requestId";

    /** One holder for each thread, because writing to a thread-local costs more than writing to a field. */
    private static final ThreadLocal<ThreadContext> CURRENT = ThreadLocal.withInitial(ThreadContext::new);

    static final class ThreadContext {

        @Nullable
        RequestContext context;

        /** The identity that replaces the context's own identity on this thread; null if there is none. */
        @Nullable
        Identity actor;

        /** The thread, if it is an event loop of an application; otherwise null. */
        @Nullable
        EventLoopThread eventLoop;
    }

    private static final VarHandle ENDED;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(RequestContext.class, "ended", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String id;

    /** The accessor of the context, or null. */
    private final @Nullable ThreadLocalAccessor accessor;

    /** The elements of the application, or null. */
    private final @Nullable ContextElements elements;

    private volatile @Nullable Map<Object, Object> scoped;
    private volatile boolean admitted;

    /** The time until the deadline, in nanoseconds from its first use; zero if there is no deadline. */
    private final long limitNanos;

    /** Null until its first use, because most requests end before they need it. */
    private volatile @Nullable RequestDeadline deadline;

    private volatile boolean deadlineLowered;
    private volatile @Nullable String stage;

    /** Not volatile: it is written before other threads work for the request. */
    private @Nullable String route;

    /** Not volatile: it is written before the work starts. */
    private @Nullable String work;

    private volatile @Nullable Identity identity;

    /** True once a part of the request has run as another identity. */
    private volatile boolean hasActors;

    private volatile @Nullable RequestTrace trace;

    /** Written by {@link #ENDED} without the fence of a volatile write, which costs 5 % of a small request. */
    private volatile boolean ended;

    RequestContext(
            final String id,
            final long limitNanos,
            final @Nullable ThreadLocalAccessor accessor,
            final @Nullable ContextElements elements) {
        this.id = id;
        this.limitNanos = limitNanos;
        this.accessor = accessor;
        this.elements = elements;
    }

    /**
     * Creates a context. It is not current on any thread yet. It does not have the elements that plugins contribute; see {@link
     * ContextElements#create}.
     *
     * @param id the id of the request as it appears in logs
     * @param accessors set and remove further values of a thread that works for the request, in this order
     * @return a new context
     */
    public static RequestContext create(final String id, final ThreadLocalAccessor... accessors) {
        return new RequestContext(id, 0, ThreadLocalAccessors.of(accessors), null);
    }

    /**
     * Returns the context of the request that the current thread works for.
     *
     * @return the context, or null outside a request
     */
    public static @Nullable RequestContext current() {
        return CURRENT.get().context;
    }

    static ThreadContext thread() {
        return CURRENT.get();
    }

    /**
     * Names the work of the request for reports. May be called on any thread.
     *
     * @return a value such as {@code GET /users/17, request 5f-12}
     */
    public String description() {
        final String name = accessor == null ? null : accessor.description();
        return name == null ? "request " + id : name + ", request " + id;
    }

    /**
     * Returns the id of the request.
     *
     * @return the id given at creation
     */
    public String id() {
        return id;
    }

    /**
     * Returns the route of the request.
     *
     * @return the path with its parameters as they are declared, for example {@code /users/{id}}: the same object for all requests of a
     *     route; null before the route is found, and for work that is not a request
     */
    public @Nullable String route() {
        return route;
    }

    /**
     * Names the route of the request. The server calls it when it has found the route.
     *
     * @param found the route; it replaces an earlier one
     */
    public void setRoute(final String found) {
        route = found;
    }

    /**
     * Returns the name of work that is not a request.
     *
     * @return for example {@code the job 'report'}; null for a request
     */
    public @Nullable String work() {
        return work;
    }

    /**
     * Names work that is not a request. A {@link org.jzenith.core.work.WorkRunner} calls it before the work starts.
     *
     * @param name the name in messages
     */
    public void setWork(final String name) {
        work = name;
    }

    /**
     * Returns the user or program that the current thread works for: the identity of {@link Identity#runAs}, or otherwise the authenticated
     * identity of the request.
     *
     * @return null if no user is authenticated
     */
    public @Nullable Identity identity() {
        final Identity actor = hasActors ? actor() : null;
        return actor == null ? identity : actor;
    }

    private @Nullable Identity actor() {
        final ThreadContext thread = CURRENT.get();
        return thread.context == this ? thread.actor : null;
    }

    /** Returns the key of an object in request scope, which may depend on the identity. */
    Object scopeKey(final Object key) {
        final Identity actor = hasActors ? actor() : null;
        return actor == null ? key : new ActorKey(key, actor);
    }

    private record ActorKey(Object key, Identity actor) {}

    /**
     * Names the user or program that the request works for. The server calls it when a guard has authenticated the request; a plugin
     * calls it for work that comes from elsewhere.
     *
     * @param authenticated the identity; it replaces an earlier one
     */
    public void setIdentity(final Identity authenticated) {
        identity = authenticated;
    }

    /**
     * Returns the trace of the request.
     *
     * @return null if nothing traces it
     */
    public @Nullable RequestTrace trace() {
        return trace;
    }

    /**
     * Sets the trace of the request, which logs and responses name. Called by the plugin that traces requests, when the request starts.
     *
     * @param begun the trace
     */
    public void setTrace(final RequestTrace begun) {
        trace = begun;
    }

    /**
     * Runs work for this request on the current thread. The context, its MDC entry and the values of its accessors are set while it runs.
     * Afterwards the previous ones are restored.
     *
     * @param work the work to run; its exceptions pass through
     */
    public void run(final Runnable work) {
        final ThreadContext thread = CURRENT.get();
        if (thread.context == this) {
            work.run();
        } else {
            enter(thread, work, null, null, null);
        }
    }

    /** Runs work for this request, which is current on this thread, as another identity. */
    void runAs(final @Nullable Identity actor, final Runnable work) {
        final ThreadContext thread = CURRENT.get();
        final Identity before = thread.actor;
        if (actor == null && before == null) {
            work.run();
            return;
        }
        hasActors = true;
        thread.actor = actor;
        try {
            work.run();
        } finally {
            thread.actor = before;
        }
    }

    /** Runs work outside the request of the current thread, if there is one. */
    static void runOutside(final Runnable work) {
        final ThreadContext thread = CURRENT.get();
        final RequestContext before = thread.context;
        if (before == null) {
            work.run();
            return;
        }
        final Identity actor = thread.actor;
        final Map<String, String> mdc = MDC.getCopyOfContextMap();
        final @Nullable Object @Nullable [] outer = before.captureElements();
        before.leave();
        try {
            thread.context = null;
            thread.actor = null;
            MDC.remove(MDC_KEY);
            work.run();
        } finally {
            if (mdc != null) {
                MDC.setContextMap(mdc);
            }
            thread.context = before;
            thread.actor = actor;
            before.enter(outer);
        }
    }

    /**
     * Wraps a task so that it runs with the context and MDC that are current now, on any thread.
     *
     * @param work the task
     * @return the same task if there is no current context, otherwise a task that runs inside a snapshot of it
     */
    public static Runnable wrap(final Runnable work) {
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        return snapshot == null ? work : () -> snapshot.run(work);
    }

    /**
     * Wraps an executor so that its tasks run with the context and MDC that are current now, for callbacks of a {@code CompletionStage}:
     * {@code stage.thenApplyAsync(function, RequestContext.wrap(executor))}.
     *
     * @param executor runs the tasks
     * @return the same executor if there is no current context
     */
    public static Executor wrap(final Executor executor) {
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        return snapshot == null ? executor : task -> executor.execute(() -> snapshot.run(task));
    }

    /**
     * Returns the object that this request keeps under a key. The first use creates it.
     *
     * @param key identifies the object
     * @param maker creates the object; if two threads race for the first use, both can call it, but both get the same object
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
     * Returns the object of this request under a key, if there is one.
     *
     * @param key identifies the object
     * @return the object that {@link #scoped} made, or null
     */
    public @Nullable Object scopedIfPresent(final Object key) {
        final Map<Object, Object> objects = scoped;
        return objects == null ? null : objects.get(key);
    }

    /**
     * Records that a resource with a queue, such as a database, has started to work for this request. An overloaded resource refuses new
     * requests, but finishes those that were admitted.
     */
    public void admit() {
        if (!admitted) {
            admitted = true;
        }
    }

    /**
     * Returns true if this request was admitted.
     *
     * @return true after {@link #admit()}
     */
    public boolean isAdmitted() {
        return admitted;
    }

    /** Records that the request has its response, or will have none. Work that has not started by then never starts. */
    public void end() {
        ENDED.setRelease(this, true);
    }

    /**
     * Returns true if this request has ended.
     *
     * @return true after {@link #end()}
     */
    public boolean isEnded() {
        return ended;
    }

    /**
     * Returns the time at which this request is disposed if its response has not started. For requests of a server, the time starts with
     * the first look at the clock, at most 100 ms after the request has arrived.
     *
     * @return {@link RequestDeadline#NONE} if there is no deadline, or if the response has started
     */
    public RequestDeadline deadline() {
        final RequestDeadline known = deadline;
        if (known != null) {
            return known;
        }
        return limitNanos == 0 ? RequestDeadline.NONE : startDeadline();
    }

    private synchronized RequestDeadline startDeadline() {
        RequestDeadline started = deadline;
        if (started == null) {
            started = RequestDeadline.inNanos(limitNanos);
            deadline = started;
        }
        return started;
    }

    /**
     * Sets an earlier deadline for this request. At that time, the server that has created the request disposes it.
     *
     * @param earlier the new deadline; has no effect if the current one is earlier
     */
    public synchronized void lowerDeadline(final RequestDeadline earlier) {
        final RequestDeadline present = deadline();
        final RequestDeadline lower = present.earlier(earlier);
        if (lower != present) {
            deadlineLowered = true;
            deadline = lower;
        }
    }

    /**
     * Returns true if the deadline is earlier than that of other requests.
     *
     * @return true after a {@link #lowerDeadline} that had an effect
     */
    public boolean isDeadlineLowered() {
        return deadlineLowered;
    }

    /**
     * Restarts the time until the deadline, unless the deadline was lowered. Called when the client has sent a piece of a streamed body.
     */
    public synchronized void restartDeadline() {
        if (!deadlineLowered) {
            deadline = null;
        }
    }

    /** Removes the deadline, because the response has started. */
    public synchronized void endDeadline() {
        deadline = RequestDeadline.NONE;
    }

    /**
     * Names the stage in which this request was disposed. The response and the log line of a request whose deadline has passed show this
     * name. Call it where work is disposed before its end. The first name counts. The call has no effect before the request has ended,
     * because the request can then go on without the disposed work.
     *
     * @param name a constant, which the client is shown, such as {@code statement}
     */
    public synchronized void disposedIn(final String name) {
        if (ended && stage == null) {
            stage = name;
        }
    }

    /**
     * Names the stage in which the current request, if there is one, was disposed; see {@link #disposedIn}.
     *
     * @param name a constant, which the client is shown
     */
    public static void currentDisposedIn(final String name) {
        final RequestContext context = current();
        if (context != null) {
            context.disposedIn(name);
        }
    }

    /**
     * Returns the stage in which this request was disposed.
     *
     * @return null if no stage was named
     */
    public @Nullable String stage() {
        return stage;
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

    /**
     * Runs work with the values of a snapshot.
     *
     * @param mdc the MDC entries that the application has added; null if there are none
     * @param captured the values of the elements; null if none were captured
     * @param actor the identity of the work; null for the identity of the request
     */
    void run(
            final Runnable work,
            final @Nullable Map<String, String> mdc,
            final @Nullable Object @Nullable [] captured,
            final @Nullable Identity actor) {
        final ThreadContext thread = CURRENT.get();
        if (thread.context == this) {
            runAs(actor, work);
        } else {
            enter(thread, work, mdc, captured, actor);
        }
    }

    private void enter(
            final ThreadContext thread,
            final Runnable work,
            final @Nullable Map<String, String> mdc,
            final @Nullable Object @Nullable [] captured,
            final @Nullable Identity actor) {
        final RequestContext before = thread.context;
        final Identity actorBefore = thread.actor;
        final Map<String, String> mdcBefore = MDC.getCopyOfContextMap();
        final @Nullable Object @Nullable [] outer = before == null ? null : before.captureElements();
        if (before != null) {
            before.leave();
        }
        try {
            thread.context = this;
            thread.actor = actor;
            if (mdc != null) {
                MDC.setContextMap(mdc);
            } else if (mdcBefore != null) {
                MDC.clear();
            }
            MDC.put(MDC_KEY, id);
            enter(captured);
            work.run();
        } catch (final VirtualMachineError e) {
            if (accessor != null) {
                accessor.fatalError(e);
            }
            throw e;
        } finally {
            leave();
            if (mdcBefore == null) {
                MDC.clear();
            } else {
                MDC.setContextMap(mdcBefore);
            }
            thread.context = before;
            thread.actor = actorBefore;
            if (before != null) {
                before.enter(outer);
            }
            final EventLoopThread eventLoop = thread.eventLoop;
            if (eventLoop != null && eventLoop.isArmed()) {
                eventLoop.disarm();
            }
        }
    }

    /** Returns the elements of the application; none if it has none. */
    ContextElements elements() {
        return elements == null ? ContextElements.NONE : elements;
    }

    private @Nullable Object @Nullable [] captureElements() {
        return elements == null ? null : elements.capture(this);
    }

    /** Runs work of this request on the current thread, with other values of the elements. */
    void runApart(final Runnable work, final @Nullable Object @Nullable [] captured) {
        final @Nullable Object @Nullable [] outer = captureElements();
        leaveElements();
        enterElements(captured);
        try {
            work.run();
        } finally {
            leaveElements();
            enterElements(outer);
        }
    }

    private void enter(final @Nullable Object @Nullable [] captured) {
        if (accessor != null) {
            accessor.enter();
        }
        enterElements(captured);
    }

    private void leave() {
        leaveElements();
        if (accessor != null) {
            accessor.leave();
        }
    }

    private void enterElements(final @Nullable Object @Nullable [] captured) {
        if (elements != null) {
            elements.enter(this, captured);
        }
    }

    private void leaveElements() {
        if (elements != null) {
            elements.leave(this);
        }
    }
}
