package org.jzenith.sql.internal.pipeline;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.Call;
import org.jzenith.sql.internal.connection.Connector;
import org.jzenith.sql.internal.connection.DatabaseConnection;
import org.jzenith.sql.internal.connection.PipelinedConnection;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the single statements of an event loop on shared connections. A broken connection is replaced at once; if that fails,
 * again after growing pauses. Statements wait for the first attempt, up to a limit, and fail at once during later attempts.
 *
 * <p>A connection gets no more statements than its send window allows. The rest waits here and can still be sent on another
 * connection. When a statement is slow, those that wait use a further connection, which is closed when it is idle. Statements that
 * were slow lately wait for another pipeline, which gives each of them a connection alone. The first call of a request is refused at
 * once and as a whole if it would wait longer than {@code max-queue-time}; later calls of the request are not.
 */
final class Pipeline {

    private static final Logger LOGGER = LoggerFactory.getLogger(Pipeline.class);
    static final long FIRST_PAUSE_MILLIS = 50;
    private static final long FURTHER_PAUSE_NANOS = 1_000_000_000;
    private static final long IDLE_MILLIS = 10_000;
    private static final int QUEUE_FACTOR = 64;
    private static final int SMALLEST_QUEUE = 1_024;

    private final Connector connector;
    private final EventLoopContext context;
    private final int limit;
    private final SqlConfiguration settings;
    private final ConnectionAllowance further;
    private final boolean onDemand;
    private final boolean alone;
    private final @Nullable Pipeline ofSlow;
    private final StatementQueue queue;
    /** Read by other threads, too. */
    private final List<PipelinedConnection> connections = new CopyOnWriteArrayList<>();

    private volatile @Nullable PipelinedConnection current;
    private volatile @Nullable SqlException refusal;
    private volatile boolean closing;
    private boolean opening;
    private boolean sending;
    private boolean sendingIsDue;
    private boolean idleCheckScheduled;
    private long furtherNotBefore = System.nanoTime();
    private int furtherOpen;

    /**
     * Prepares a pipeline without opening a connection.
     *
     * @param kind tells when connections are opened, and which statements share one
     * @param limit the number of statements that may be in flight on a connection that they share
     * @param further the number of additional connections for all pipelines together
     * @param ofSlow runs the statements that were slow lately; null if this pipeline does
     */
    Pipeline(
            final Kind kind,
            final Connector connector,
            final EventLoopContext context,
            final SqlConfiguration settings,
            final int limit,
            final ConnectionAllowance further,
            final @Nullable Pipeline ofSlow) {
        this.onDemand = kind != Kind.ALWAYS_OPEN;
        this.alone = kind == Kind.SLOW;
        this.connector = connector;
        this.context = context;
        this.limit = alone ? 1 : limit;
        this.settings = settings;
        this.further = further;
        this.ofSlow = ofSlow;
        this.queue = new StatementQueue(
                (alone ? settings.pool().acquireTimeout() : settings.maxQueueTime()).toNanos(),
                Math.max(SMALLEST_QUEUE, QUEUE_FACTOR * limit));
        connector.whenReplaced(this::renewAll);
    }

    /** The kinds of pipelines. */
    enum Kind {
        /** The first connection is opened at startup and replaced at once. */
        ALWAYS_OPEN,
        /** The first connection, too, is opened when it is needed and closed when it is idle. */
        ON_DEMAND,
        /** As on demand, but a connection has one statement in flight, with none behind it. */
        SLOW
    }

    /** Replaces all connections, and closes each as soon as it is idle. */
    private void renewAll() {
        context.run(() -> List.copyOf(connections).forEach(this::renew));
    }

    /** Returns the number of statements in flight; it may be out of date on other threads. */
    int inFlight() {
        return connections.stream()
                .mapToInt(shared -> shared.connection().inFlight())
                .sum();
    }

    /** Returns the number of statements that may be in flight on the open connections. */
    int inFlightLimit() {
        return limit * connections.size();
    }

    /** Returns the number of waiting statements; it may be out of date on other threads. */
    int waiting() {
        return queue.statements();
    }

    EventLoopContext context() {
        return context;
    }

    /** Opens the first connection; later ones are opened by the pipeline itself. */
    Future<Void> open() {
        return connect().mapEmpty();
    }

    /**
     * Opens the first connection, and goes on trying if that fails. Statements wait for the first attempt. Without waiting statements,
     * a pipeline that opens on demand does nothing.
     */
    Future<Void> openInBackground() {
        final Promise<Void> attempted = context.promise();
        context.run(() -> {
            final boolean needed = !onDemand || !queue.isEmpty();
            if (needed && current == null && !opening && refusal == null && !closing) {
                replace(FIRST_PAUSE_MILLIS).<Void>mapEmpty().onComplete(attempted);
            } else {
                attempted.complete();
            }
        });
        return attempted.future();
    }

    /** Closes the connections, each when it is idle. Statements wait until {@link #openInBackground}. */
    void pause() {
        context.run(this::retireAll);
    }

    private void retireAll() {
        current = null;
        List.copyOf(connections).forEach(this::closeWhenIdle);
    }

    private Future<PipelinedConnection> connect() {
        opening = true;
        return connector.connectShared(context).transform(result -> {
            opening = false;
            return result.succeeded()
                    ? Future.succeededFuture(use(result.result()))
                    : Future.failedFuture(result.cause());
        });
    }

    void submit(final Call<?> call) {
        if (closing) {
            // Its event loop may have ended.
            call.refuse(closedError());
            return;
        }
        // Only the pipeline's own event loop knows whether the connection is still good at the moment of use.
        if (context.isInThread()) {
            accept(call);
        } else {
            context.runLater(RequestContext.wrap(() -> accept(call)));
        }
    }

    private void accept(final Call<?> call) {
        if (closing) {
            call.refuse(closedError());
            return;
        }
        final PipelinedConnection open = current;
        if (open != null && queue.isEmpty() && !open.hasUnfinished() && open.available() > 0) {
            final RequestContext request = RequestContext.current();
            if (request != null) {
                request.admit();
            }
            call.sendNext(open.connection(), open.available());
            if (call.unsent() > 0 && call.isWanted()) {
                queue.add(call);
            }
            return;
        }
        final SqlException reason = open == null ? noConnectionReason() : queueFullReason(open);
        if (reason != null) {
            call.refuse(reason);
            return;
        }
        enqueue(call);
    }

    private void enqueue(final Call<?> call) {
        queue.add(call);
        if (current == null && onDemand && !opening) {
            replace(FIRST_PAUSE_MILLIS);
        }
        send();
    }

    /** Takes a call that another pipeline of the event loop has accepted. */
    private void takeOver(final Call<?> call) {
        final PipelinedConnection open = current;
        final SqlException reason = closing ? closedError() : open == null ? noConnectionReason() : null;
        if (reason != null) {
            call.refuse(reason);
        } else if (open != null && queue.isFull(open.connection().inFlight())) {
            call.refuse(connector.errors().slowTooLong(queue.statements()));
        } else {
            enqueue(call);
        }
    }

    private @Nullable SqlException noConnectionReason() {
        final SqlException last = onDemand && !opening ? connector.recentRefusal() : refusal;
        if (last != null) {
            return SqlErrors.unavailable(String.valueOf(last.getMessage()));
        }
        return queue.calls() < (alone ? SMALLEST_QUEUE : limit)
                ? null
                : SqlErrors.unavailable("the connection to " + connector.server() + " is being replaced and "
                        + queue.calls() + " callers wait");
    }

    private @Nullable SqlException queueFullReason(final PipelinedConnection open) {
        if (queue.isFull(open.connection().inFlight())) {
            return connector
                    .errors()
                    .pipelineFull(queue.calls(), open.connection().inFlight());
        }
        final RequestContext request = RequestContext.current();
        if (request != null && !request.isAdmitted()) {
            if (queue.isTooLong()) {
                return alone
                        ? connector.errors().slowTooLong(queue.statements())
                        : connector.errors().pipelineTooLong(queue.statements());
            }
            request.admit();
        }
        return null;
    }

    /** An answer has come. What waits is sent when all answers that have arrived with it are read. */
    private void answered(final PipelinedConnection shared) {
        final boolean waiting = !queue.isEmpty();
        if (waiting) {
            queue.answered();
        }
        if (!sendingIsDue && (waiting || shared.hasUnfinished())) {
            sendingIsDue = true;
            context.eventLoop().execute(() -> {
                sendingIsDue = false;
                send();
            });
        }
    }

    /** A connection has checked its oldest statement. */
    private void checked(final PipelinedConnection shared, final long now) {
        if (shared != current || queue.isEmpty()) {
            return;
        }
        queue.check(now);
        if (alone || shared.isBlocked()) {
            send();
            if (current == shared) {
                openFurther(now);
            }
        }
    }

    /** Sends what waits, as far as the send window allows. */
    private void send() {
        if (sending) {
            return;
        }
        sending = true;
        try {
            connections.forEach(PipelinedConnection::sendUnfinished);
            if (current == null) {
                keepFirst();
            }
            PipelinedConnection open = choose();
            Call<?> first = queue.first();
            while (open != null && first != null && send(open, first)) {
                open = choose();
                first = queue.first();
            }
        } finally {
            sending = false;
        }
    }

    private boolean send(final PipelinedConnection open, final Call<?> first) {
        final DatabaseConnection begun = first.connection();
        if (begun != null && begun != open.connection()) {
            queue.removeFirst();
            keep(begun, first);
            return true;
        }
        if (ofSlow != null && begun == null && first.isSlow()) {
            queue.removeFirst();
            ofSlow.takeOver(first);
            return true;
        }
        final int available = open.available();
        if (available <= 0) {
            return false;
        }
        // The call is removed first, because sending it may end other calls, which change the queue.
        queue.removeFirst();
        first.sendNext(open.connection(), available);
        queue.sent();
        if (first.unsent() > 0 && first.isWanted()) {
            queue.putBack(first);
        }
        return true;
    }

    /** Lets the first call, if it has started, go on during a pause. */
    private void keepFirst() {
        final Call<?> first = queue.first();
        final DatabaseConnection begun = first == null ? null : first.connection();
        if (first != null && begun != null) {
            queue.removeFirst();
            keep(begun, first);
        }
    }

    /** A call stays on the connection on which it has started. */
    private void keep(final DatabaseConnection begun, final Call<?> call) {
        for (final PipelinedConnection shared : connections) {
            if (shared.connection() == begun) {
                shared.keep(call);
                shared.sendUnfinished();
                return;
            }
        }
        call.refuse(closedError());
    }

    private SqlException closedError() {
        return SqlErrors.unavailable("the connection to " + connector.server() + " was closed");
    }

    /** The connection for the next statement: the current one, unless that is blocked or taken and another one is not. */
    private @Nullable PipelinedConnection choose() {
        final PipelinedConnection open = current;
        if (open != null && (open.isBlocked() || (alone && open.available() <= 0))) {
            for (final PipelinedConnection shared : connections) {
                if (!shared.isBlocked() && !shared.connection().isExpired() && shared.available() > 0) {
                    current = shared;
                    return shared;
                }
            }
        }
        return open;
    }

    private void openFurther(final long now) {
        if (opening || closing || now - furtherNotBefore < 0 || !further.tryAcquire()) {
            return;
        }
        LOGGER.debug(
                "A statement is slow; the statements behind it get a further connection to {}.", connector.server());
        furtherOpen++;
        furtherNotBefore = now + FURTHER_PAUSE_NANOS;
        connect().onSuccess(opened -> furtherNotBefore = System.nanoTime()).onFailure(error -> {
            LOGGER.debug("A further connection could not be opened.", error);
            countFurther();
            if (connections.isEmpty()) {
                replace(FIRST_PAUSE_MILLIS);
            }
        });
    }

    /** All connections but one count as further ones. */
    private void countFurther() {
        final int allowed = Math.max(0, connections.size() + (opening ? 1 : 0) - 1);
        while (furtherOpen > allowed) {
            furtherOpen--;
            further.release();
        }
    }

    private PipelinedConnection use(final DatabaseConnection opened) {
        refusal = null;
        final PipelinedConnection shared = new PipelinedConnection(
                opened, limit, settings.slowStatement().toNanos(), this::answered, this::checked);
        connections.add(shared);
        countFurther();
        if (closing) {
            opened.close();
        }
        opened.closed().onComplete(gone -> onClosed(shared));
        opened.whenExpired(settings.maxLifetime(), () -> renew(shared));
        if (opened.isOpen()) {
            final PipelinedConnection before = current;
            if (before == null || before.isBlocked()) {
                current = shared;
            }
            send();
            scheduleIdleCheck();
            if (connector.isPaused()) {
                retireAll();
            }
        }
        return shared;
    }

    /** Replaces a connection that has reached its maximum lifetime by a new one, and closes it as soon as it is idle. */
    private void renew(final PipelinedConnection old) {
        if (closing || !connections.contains(old)) {
            return;
        }
        if (current != old) {
            closeWhenIdle(old);
            return;
        }
        if (opening) {
            context.setTimer(FIRST_PAUSE_MILLIS, () -> renew(old));
            return;
        }
        connect()
                .onSuccess(fresh -> {
                    if (current == old && fresh.connection().isOpen()) {
                        current = fresh;
                    }
                    closeWhenIdle(old);
                })
                .onFailure(error -> {
                    if (connections.isEmpty()) {
                        replace(FIRST_PAUSE_MILLIS);
                    } else {
                        LOGGER.debug("An old connection could not be replaced yet.", error);
                        context.setTimer(longestPauseMillis(), () -> renew(old));
                    }
                });
    }

    private void closeWhenIdle(final PipelinedConnection old) {
        old.connection().whenIdle(() -> {
            final Call<?> first = queue.first();
            final boolean expected = old.hasUnfinished() || (first != null && first.connection() == old.connection());
            if (old == current && !closing) {
                // The connection that replaced it is closed.
                context.setTimer(FIRST_PAUSE_MILLIS, () -> renew(old));
            } else if (expected && !closing) {
                context.setTimer(FIRST_PAUSE_MILLIS, () -> closeWhenIdle(old));
            } else if (connections.remove(old)) {
                countFurther();
                old.connection().close();
            }
        });
    }

    private void onClosed(final PipelinedConnection shared) {
        final boolean wanted = connections.remove(shared);
        shared.onClosed(closedError());
        final Call<?> first = queue.first();
        if (first != null && first.connection() == shared.connection()) {
            queue.removeFirst();
            first.refuse(closedError());
        }
        if (current == shared) {
            current = successor();
        }
        countFurther();
        if (!wanted || closing) {
            return;
        }
        if (connections.isEmpty() && onDemand && queue.isEmpty()) {
            return;
        }
        if (connections.isEmpty()) {
            LOGGER.info("Lost a connection to {}; reconnecting.", connector.server());
            if (!opening) {
                replace(FIRST_PAUSE_MILLIS);
            }
        } else {
            send();
        }
    }

    /** A connection that has not expired, if there is one. */
    private @Nullable PipelinedConnection successor() {
        for (final PipelinedConnection shared : connections) {
            if (!shared.connection().isExpired()) {
                return shared;
            }
        }
        return connections.isEmpty() ? null : connections.get(0);
    }

    private long longestPauseMillis() {
        return settings.connectRetryInterval().toMillis();
    }

    private Future<PipelinedConnection> replace(final long nextPauseMillis) {
        if (closing) {
            return Future.failedFuture(closedError());
        }
        return connect().onFailure(error -> {
            final SqlException reason = SqlErrors.unavailable(String.valueOf(error.getMessage()));
            if (refusal == null) {
                LOGGER.warn("Cannot connect: {}. Retrying.", reason.getMessage());
            }
            queue.refuseAll(reason);
            if (onDemand) {
                return;
            }
            refusal = reason;
            final long pauseMillis = Math.min(nextPauseMillis, longestPauseMillis());
            context.setTimer(pauseMillis, () -> replace(pauseMillis * 2));
        });
    }

    /** Closes connections that have become idle; the last one only if it was opened on demand. */
    private void scheduleIdleCheck() {
        if (idleCheckScheduled || connections.size() < (onDemand ? 1 : 2)) {
            return;
        }
        idleCheckScheduled = true;
        context.setTimer(IDLE_MILLIS, () -> {
            idleCheckScheduled = false;
            for (final PipelinedConnection shared : List.copyOf(connections)) {
                if (shared.isIdle() && (onDemand || shared != current)) {
                    connections.remove(shared);
                    current = shared == current ? null : current;
                    shared.connection().close();
                }
            }
            if (current == null && !connector.isPaused()) {
                current = successor();
            }
            countFurther();
            scheduleIdleCheck();
        });
    }

    Future<Void> close() {
        closing = true;
        final Promise<Void> closed = context.promise();
        context.runLater(() -> {
            queue.refuseAll(SqlErrors.unavailable("the connections to " + connector.server() + " are closed"));
            Future.join(connections.stream()
                            .map(shared -> shared.connection().close())
                            .toList())
                    .<Void>mapEmpty()
                    .onComplete(closed);
        });
        return closed.future();
    }
}
