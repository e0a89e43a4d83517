package org.jzenith.postgresql.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.postgresql.error.PostgresqlException;
import org.jzenith.postgresql.error.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line that is always there, shared by all single statements of an event loop. A broken line is replaced at once;
 * if that fails, again after growing pauses. Statements wait for the first attempt, up to a limit, and fail at once
 * while later ones are made.
 *
 * <p>The line is given no more than it answers in a moment; the rest waits here, where it can still be withheld and sent
 * elsewhere. When a statement is slow, those that wait go to a further line, which is closed when it is idle. The first
 * call of a request is refused at once and as a whole if it would wait too long; the request's later calls are not.
 */
final class Pipeline {

    private static final Logger LOGGER = LoggerFactory.getLogger(Pipeline.class);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long FURTHER_PAUSE_NANOS = 1_000_000_000;
    private static final long IDLE_MILLIS = 10_000;
    private static final int QUEUE_FACTOR = 64;
    private static final int SMALLEST_QUEUE = 1_024;

    /**
     * What all pipelines of an application have in common.
     *
     * @param pipeliningLimit statements under way on a line
     * @param longestPauseMillis between two attempts to connect
     * @param slowNanos the time of a statement after which others go to another line
     * @param maxWaitNanos the time that a call may be expected to wait
     * @param further how many more lines there may be, in sum
     * @param maxLifetime of a line, zero for no limit
     * @param onDemand whether the first line, too, is opened when it is needed and closed when it is idle
     */
    record Rules(
            int pipeliningLimit,
            long longestPauseMillis,
            long slowNanos,
            long maxWaitNanos,
            Semaphore further,
            Duration maxLifetime,
            boolean onDemand) {

        Rules forOnDemand() {
            return new Rules(pipeliningLimit, longestPauseMillis, slowNanos, maxWaitNanos, further, maxLifetime, true);
        }
    }

    private final Connector connector;
    private final ContextInternal context;
    private final Rules rules;
    private final WaitQueue queue;
    private final List<Flow> flows = new ArrayList<>(1);
    private volatile @Nullable Flow current;
    private volatile @Nullable PostgresqlException refusal;
    private volatile boolean closing;
    private boolean opening;
    private boolean sending;
    private boolean sendingIsDue;
    private boolean watching;
    private long furtherNotBefore = System.nanoTime();
    private int furtherLines;

    Pipeline(final Connector connector, final ContextInternal context, final Rules rules) {
        this.connector = connector;
        this.context = context;
        this.rules = rules;
        this.queue =
                new WaitQueue(rules.maxWaitNanos(), Math.max(SMALLEST_QUEUE, QUEUE_FACTOR * rules.pipeliningLimit()));
    }

    ContextInternal context() {
        return context;
    }

    /** Opens the first line; later ones are opened by the pipeline itself. */
    Future<Void> open() {
        return connector.connectShared(context).map(opened -> {
            use(opened);
            return null;
        });
    }

    void run(final Call call) {
        // Only the pipeline's own event loop knows whether the line is still good at the moment of use.
        if (context.inThread()) {
            enter(call);
        } else {
            final Runnable entering = RequestContext.wrap(() -> enter(call));
            context.runOnContext(onLoop -> entering.run());
        }
    }

    private void enter(final Call call) {
        final Flow open = current;
        if (open != null && queue.isEmpty() && !open.hasRest() && open.room() > 0) {
            final RequestContext request = RequestContext.current();
            if (request != null) {
                request.admit();
            }
            call.send(open.line(), open.room());
            if (call.unsent() > 0 && call.isWanted()) {
                queue.add(call);
            }
            return;
        }
        final PostgresqlException reason = open == null ? whyNoLine() : whyNoPlace(open);
        if (reason != null) {
            call.refuse(reason);
            return;
        }
        queue.add(call);
        if (open == null && rules.onDemand() && !opening) {
            replace(FIRST_PAUSE_MILLIS);
        }
        send();
    }

    private @Nullable PostgresqlException whyNoLine() {
        final PostgresqlException last = rules.onDemand() && !opening ? connector.recentRefusal() : refusal;
        if (last != null) {
            return SqlErrors.unavailable(String.valueOf(last.getMessage()));
        }
        if (closing) {
            return SqlErrors.unavailable("the connections to " + connector.server() + " are closed");
        }
        return queue.calls() < rules.pipeliningLimit()
                ? null
                : SqlErrors.unavailable("the connection to " + connector.server() + " is being replaced and "
                        + queue.calls() + " callers wait");
    }

    private @Nullable PostgresqlException whyNoPlace(final Flow open) {
        if (queue.isFull(open.line().underWay())) {
            return SqlErrors.pipelineFull(queue.calls(), open.line().underWay());
        }
        final RequestContext request = RequestContext.current();
        if (request != null && !request.isAdmitted()) {
            if (queue.isTooLong()) {
                return SqlErrors.pipelineTooLong(queue.statements());
            }
            request.admit();
        }
        return null;
    }

    /** One answer has come; what waits is sent when all have been read that came together. */
    void answered(final Flow flow) {
        if (!sendingIsDue && (!queue.isEmpty() || flow.hasRest())) {
            sendingIsDue = true;
            context.nettyEventLoop().execute(() -> {
                sendingIsDue = false;
                send();
            });
        }
    }

    /** A line has looked at its oldest statement. */
    void looked(final Flow flow, final long now) {
        if (flow != current) {
            return;
        }
        queue.look(now);
        if (!queue.isEmpty() && flow.isBlocked()) {
            send();
            if (current == flow) {
                openFurther(now);
            }
        }
    }

    /** Sends what waits, as far as there is room. */
    private void send() {
        if (sending) {
            return;
        }
        sending = true;
        try {
            List.copyOf(flows).forEach(Flow::sendRest);
            Flow open = choose();
            Call first = queue.first();
            while (open != null && first != null && send(open, first)) {
                open = choose();
                first = queue.first();
            }
        } finally {
            sending = false;
        }
    }

    private boolean send(final Flow open, final Call first) {
        final Line begun = first.line();
        if (begun != null && begun != open.line()) {
            queue.removeFirst();
            keep(begun, first);
            return true;
        }
        final int room = open.room();
        if (room <= 0) {
            return false;
        }
        // What the call does to others meanwhile, and they to the queue, comes after it.
        queue.removeFirst();
        queue.sent(first.send(open.line(), room));
        if (first.unsent() > 0 && first.isWanted()) {
            queue.putBack(first);
        }
        return true;
    }

    /** A call stays on the line on which it has begun. */
    private void keep(final Line begun, final Call call) {
        for (final Flow flow : flows) {
            if (flow.line() == begun) {
                flow.keep(call);
                return;
            }
        }
        call.refuse(gone());
    }

    private PostgresqlException gone() {
        return SqlErrors.unavailable("the connection to " + connector.server() + " was closed");
    }

    /** The line for what comes next: the same as before, unless that is held up and another one is not. */
    private @Nullable Flow choose() {
        final Flow open = current;
        if (open != null && open.isBlocked()) {
            for (final Flow flow : flows) {
                if (!flow.isBlocked() && !flow.line().isOld() && flow.room() > 0) {
                    current = flow;
                    return flow;
                }
            }
        }
        return open;
    }

    private void openFurther(final long now) {
        if (opening || closing || now - furtherNotBefore < 0 || !rules.further().tryAcquire()) {
            return;
        }
        LOGGER.debug("A statement is slow; those behind it get a further connection to {}.", connector.server());
        furtherLines++;
        furtherNotBefore = now + FURTHER_PAUSE_NANOS;
        opening = true;
        connector.connectShared(context).onComplete(result -> {
            opening = false;
            if (result.succeeded()) {
                furtherNotBefore = System.nanoTime();
                use(result.result());
            } else {
                LOGGER.debug("There is no further connection.", result.cause());
                countFurther();
                if (flows.isEmpty()) {
                    replace(FIRST_PAUSE_MILLIS);
                }
            }
        });
    }

    /** All lines but one count. */
    private void countFurther() {
        final int allowed = Math.max(0, flows.size() + (opening ? 1 : 0) - 1);
        while (furtherLines > allowed) {
            furtherLines--;
            rules.further().release();
        }
    }

    private Flow use(final Line opened) {
        refusal = null;
        final Flow flow = opened.share(new Flow(this, opened, rules.pipeliningLimit(), rules.slowNanos()));
        flows.add(flow);
        countFurther();
        if (closing) {
            opened.close();
        }
        opened.closed().onComplete(gone -> lost(flow));
        opened.whenOld(rules.maxLifetime(), () -> renew(flow));
        if (opened.isOpen()) {
            final Flow before = current;
            if (before == null || before.isBlocked()) {
                current = flow;
            }
            send();
            watchIdle();
        }
        return flow;
    }

    /** A line has reached its age: a new one takes its place, and it is closed as soon as it is idle. */
    private void renew(final Flow old) {
        if (closing || !flows.contains(old)) {
            return;
        }
        if (current != old) {
            closeWhenIdle(old);
            return;
        }
        if (opening) {
            context.setTimer(FIRST_PAUSE_MILLIS, id -> renew(old));
            return;
        }
        opening = true;
        connector.connectShared(context).onComplete(result -> {
            opening = false;
            if (result.succeeded()) {
                final Flow fresh = use(result.result());
                if (current == old && fresh.line().isOpen()) {
                    current = fresh;
                }
                closeWhenIdle(old);
            } else if (flows.isEmpty()) {
                replace(FIRST_PAUSE_MILLIS);
            } else {
                LOGGER.debug("An old connection could not be replaced yet.", result.cause());
                context.setTimer(rules.longestPauseMillis(), id -> renew(old));
            }
        });
    }

    private void closeWhenIdle(final Flow old) {
        old.line().whenQuiet(() -> {
            final Call first = queue.first();
            final boolean expected = old.hasRest() || (first != null && first.line() == old.line());
            if (old == current && !closing) {
                // The line that took its place is gone.
                context.setTimer(FIRST_PAUSE_MILLIS, id -> renew(old));
            } else if (expected && !closing) {
                context.setTimer(FIRST_PAUSE_MILLIS, id -> closeWhenIdle(old));
            } else if (flows.remove(old)) {
                countFurther();
                old.line().close();
            }
        });
    }

    private void lost(final Flow flow) {
        final boolean wanted = flows.remove(flow);
        flow.lost(gone());
        final Call first = queue.first();
        if (first != null && first.line() == flow.line()) {
            queue.removeFirst();
            first.refuse(gone());
        }
        if (current == flow) {
            current = successor();
        }
        countFurther();
        if (!wanted || closing) {
            return;
        }
        if (flows.isEmpty() && rules.onDemand() && queue.isEmpty()) {
            return;
        }
        if (flows.isEmpty()) {
            LOGGER.info("A connection to {} is gone; it will be replaced.", connector.server());
            if (!opening) {
                replace(FIRST_PAUSE_MILLIS);
            }
        } else {
            send();
        }
    }

    /** One that has not reached its age, if there is one. */
    private @Nullable Flow successor() {
        for (final Flow flow : flows) {
            if (!flow.line().isOld()) {
                return flow;
            }
        }
        return flows.isEmpty() ? null : flows.get(0);
    }

    private void replace(final long nextPauseMillis) {
        if (closing) {
            return;
        }
        opening = true;
        connector.connectShared(context).onComplete(result -> {
            opening = false;
            if (result.succeeded()) {
                use(result.result());
                return;
            }
            if (refusal == null) {
                LOGGER.warn(
                        "There is no connection: {}. Trying again.",
                        result.cause().getMessage());
            }
            final PostgresqlException reason = (PostgresqlException) result.cause();
            queue.refuseAll(SqlErrors.unavailable(String.valueOf(reason.getMessage())));
            if (rules.onDemand()) {
                return;
            }
            refusal = reason;
            final long pauseMillis = Math.min(nextPauseMillis, rules.longestPauseMillis());
            context.setTimer(pauseMillis, id -> replace(pauseMillis * 2));
        });
    }

    /** Closes lines that have become idle; the last one only if it was opened on demand. */
    private void watchIdle() {
        if (watching || flows.size() < (rules.onDemand() ? 1 : 2)) {
            return;
        }
        watching = true;
        context.setTimer(IDLE_MILLIS, id -> {
            watching = false;
            for (final Flow flow : List.copyOf(flows)) {
                if (flow.isIdle() && (rules.onDemand() || flow != current)) {
                    flows.remove(flow);
                    current = flow == current ? null : current;
                    flow.line().close();
                }
            }
            if (current == null) {
                current = successor();
            }
            countFurther();
            watchIdle();
        });
    }

    Future<Void> close() {
        closing = true;
        final Promise<Void> closed = context.promise();
        context.runOnContext(onLoop -> {
            queue.refuseAll(SqlErrors.unavailable("the connections to " + connector.server() + " are closed"));
            Future.join(flows.stream().map(flow -> flow.line().close()).toList())
                    .<Void>mapEmpty()
                    .onComplete(closed);
        });
        return closed.future();
    }
}
