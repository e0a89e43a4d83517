package org.jzenith.http.handler;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.internal.accesslog.AccessLog;
import org.jzenith.http.internal.admission.Admission;
import org.jzenith.http.internal.server.HttpListener;
import org.slf4j.LoggerFactory;

/**
 * The requests of one listener: their handlers, limits and reports, and the phases of shutdown. Each server of the
 * listener has its {@link EventLoopRequests}. Safe for use by many threads.
 */
public final class ListenerRequests {

    private final HttpMounts mounts;
    private final @Nullable AccessLog accessLog;
    private final EventLoopRequests.Listener listener;
    private final List<AttachedEventLoop> eventLoops = new CopyOnWriteArrayList<>();

    /**
     * Creates the object without servers.
     *
     * @param handler handles the requests
     * @param mounts handle some of the requests instead
     * @param settings the limits of the requests
     * @param contextElements follow each request across threads
     * @param observers are told of each request
     */
    public ListenerRequests(
            final HttpHandler handler,
            final HttpMounts mounts,
            final RequestSettings settings,
            final ContextElements contextElements,
            final Observers observers) {
        this.mounts = mounts;
        this.accessLog = settings.accessLog() == null ? null : AccessLog.of(settings.accessLog(), settings.plugin());
        this.listener = new EventLoopRequests.Listener(
                handler,
                new ListenerGuards(mounts.guards()),
                settings,
                contextElements,
                RequestReports.of(settings.plugin(), observers, accessLog),
                new CountedWarning(
                        LoggerFactory.getLogger(ListenerRequests.class),
                        "A request was disposed, because its deadline has passed."),
                settings.bodyLimits(),
                new Admission(
                        settings.plugin(), settings.maxInFlight(), settings.priorityPaths(), settings.adaptiveLimit()));
    }

    /**
     * Returns the size of the largest body that the memory for all bodies allows, independent of the limit for one body.
     *
     * @return bytes
     */
    public long largestBody() {
        return listener.bodies().largestBody();
    }

    /**
     * Returns the number of requests in flight. Requests with an immediate response are not counted.
     *
     * @return a number of requests
     */
    public int requestsInFlight() {
        return listener.admission().requestsInFlight();
    }

    /**
     * Returns the object that admits requests and counts refused requests.
     *
     * @return the same at each call
     */
    public Admission admission() {
        return listener.admission();
    }

    /**
     * Returns the memory that buffered bodies use now.
     *
     * @return bytes
     */
    public long bufferedBodies() {
        return listener.bodies().bufferedBodies();
    }

    /**
     * Returns the memory that values parsed from bodies use now.
     *
     * @return bytes
     */
    public long parsedBodies() {
        return listener.bodies().parsedBodies();
    }

    /**
     * Returns the limits of the requests.
     *
     * @return the same at each call
     */
    public RequestSettings settings() {
        return listener.settings();
    }

    /**
     * Starts the access log, if there is one; called before the servers listen. Blocks.
     *
     * @throws IOException if its output cannot be opened; its message is a sentence
     */
    public void startAccessLog() throws IOException {
        if (accessLog != null) {
            accessLog.start();
        }
    }

    /**
     * Attaches to a server; called on the server's event loop before it listens.
     *
     * @param server the server whose requests are handled
     * @param vertx the server's Vert.x
     * @param tls the TLS mode of the server
     * @param roomForResponses false while too many bytes wait for clients; requests are then refused
     */
    public void attach(
            final HttpServer server,
            final Vertx vertx,
            final HttpListener.Tls tls,
            final BooleanSupplier roomForResponses) {
        final EventLoopContext context = EventLoopContext.of(vertx.getOrCreateContext());
        final EventLoopRequests requests = new EventLoopRequests(listener, tls, vertx);
        final RequestDispatcher dispatcher = new RequestDispatcher(requests, mounts, roomForResponses);
        eventLoops.add(new AttachedEventLoop(requests, context));
        context.eventLoop().terminationFuture().addListener(ended -> requests.eventLoopTerminated());
        server.requestHandler(dispatcher);
        server.invalidRequestHandler(dispatcher::refuse);
    }

    /** Tells the requests in flight that the application is stopping, so that endless responses such as event streams end. */
    public void tellStopping() {
        listener.admission().stop();
        forEachRequest(exchange -> exchange.tell(RequestHandler.Task::stopping));
    }

    private void forEachRequest(final Consumer<Exchange> action) {
        eventLoops.forEach(
                each -> each.context().runUnlessTerminated(() -> each.requests().forEach(action)));
    }

    /**
     * Waits for the end of the requests in flight, and of work that outlasts its request. A request is counted only
     * after its first task on the event loop has ended without a response. Therefore, the pending tasks of each event
     * loop are awaited before the count.
     *
     * @return completes when no request and no such work is left
     */
    @CheckReturnValue
    public Completable drained() {
        listener.admission().drain();
        final CompletableSubject subject = CompletableSubject.create();
        final List<AttachedEventLoop> attached = List.copyOf(eventLoops);
        if (attached.isEmpty()) {
            subject.onComplete();
        }
        final AtomicInteger remaining = new AtomicInteger(attached.size());
        attached.forEach(each -> each.context().afterPendingTasks(() -> {
            each.requests().forEach(exchange -> exchange.response().sendDelayedRefusal(0, true));
            if (remaining.decrementAndGet() == 0) {
                listener.admission().completeWhenZero(subject);
            }
        }));
        return subject;
    }

    /**
     * Closes the access log; called when the servers are closed.
     *
     * @return completes when the last line of the access log is written
     */
    @CheckReturnValue
    public Completable close() {
        return accessLog == null ? Completable.complete() : accessLog.close();
    }

    /** Disposes the requests in flight and responds with 503. */
    public void endRequests() {
        forEachRequest(exchange -> exchange.unavailable("The server is stopping."));
    }

    private record AttachedEventLoop(EventLoopRequests requests, EventLoopContext context) {}
}
