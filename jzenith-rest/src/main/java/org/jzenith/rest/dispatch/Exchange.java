package org.jzenith.rest.dispatch;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.SecurityContext;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.jzenith.core.problem.OutOfMemory;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.error.RetryAfter;
import org.jzenith.rest.express.ExpressLane;
import org.jzenith.rest.rx.Subscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The story of one request: it begins, its body arrives, it takes the express lane or RESTEasy works on it, its answer
 * is sent. It ends exactly once, whoever comes first: the answer, the client who leaves, the clock or the stop. All of
 * it happens on the event loop of its connection.
 */
final class Exchange extends Waiting implements Executor, ExpressLane.Traveller {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestHandler.class);

    static final String NO_ROOM = "There is no room for the body at the moment.";

    private static final String RETRY_AFTER = HttpHeaders.RETRY_AFTER.toString();

    private static final int NOT_FOUND = 404;
    private static final int TIMED_OUT = 408;
    private static final int UNSUPPORTED = 415;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int UNAVAILABLE = 503;

    private enum Phase {
        BODY,
        WORK,
        STREAM,
        OVER
    }

    private final Lane lane;
    private final HttpServerRequest incoming;
    private final HttpServerResponse outgoing;
    private final Thread loop = Thread.currentThread();
    private final Subscriptions subscriptions = new Subscriptions(this);
    private final ResteasyLevel level = new ResteasyLevel(this);
    private final RequestContext context;
    private final AnswerWriter writer;
    private final RequestHeaders headers;
    private @Nullable Target target;
    private ExpressLane.@Nullable Trip trip;
    private @Nullable Upload upload;
    private volatile @Nullable RestRequest request;
    private volatile @Nullable RestResponse response;
    private Phase phase = Phase.BODY;
    private @Nullable RestResponse refusal;
    private long refusalDue;
    private boolean waiting;
    private long deadline;
    private boolean timed;

    Exchange(final Lane lane, final HttpServerRequest incoming) {
        this.lane = lane;
        this.incoming = incoming;
        this.outgoing = incoming.response();
        this.headers = new RequestHeaders(incoming.headers());
        final String id = RequestId.of(incoming.headers(), lane);
        this.context = RequestContext.create(id, level);
        this.writer = new AnswerWriter(incoming, id);
    }

    void begin() {
        try {
            final Target asked = Target.of(incoming, limits().proxies());
            final Target below = limits().belowBasePath(asked);
            final Target goal = below == null ? asked : below;
            target = goal;
            headers.check();
            if (!lane.hall().methods().contains(incoming.method())) {
                decline(NOT_IMPLEMENTED, "This server does not know this method.");
            } else if (below == null) {
                decline(NOT_FOUND, "There is nothing at this path.");
            } else if (Upload.isExpected(incoming)) {
                headers.checkNegotiation();
                checkCoding();
                final Upload coming = new Upload(this, incoming, body -> context.run(() -> work(body, null)));
                upload = coming;
                coming.collect();
            } else {
                phase = Phase.WORK;
                trip = lane.hall().express().find(incoming, goal.path(), this);
                context.run(trip == null ? () -> leave(null) : trip);
            }
        } catch (final Malformed e) {
            refuse(e);
        } catch (final Throwable e) {
            fail(e);
        }
        if (phase != Phase.OVER) {
            await();
        }
    }

    /** The answer comes later, if the client stays, and in time. */
    private void await() {
        waiting = true;
        lane.stays(this);
        outgoing.closeHandler(gone -> clientLeft());
        if (incoming.version() == HttpVersion.HTTP_2) {
            outgoing.exceptionHandler(reset -> clientLeft());
        }
    }

    /** Answers before the body has arrived; the connection closes only if there is one. */
    void decline(final int status, final String detail) {
        if (Upload.isExpected(incoming)) {
            refuse(status, detail);
        } else {
            answer(status, detail);
        }
    }

    private void checkCoding() {
        if (!lane.hall().decodes() && ContentCodings.isEncoded(incoming.headers())) {
            outgoing.headers().set(HttpHeaders.ACCEPT_ENCODING, HttpHeaders.IDENTITY);
            throw new Malformed(UNSUPPORTED, ContentCodings.REFUSAL);
        }
    }

    boolean awaitsBody() {
        return phase == Phase.BODY;
    }

    @Override
    public void leave(final ExpressLane.@Nullable Outcome outcome) {
        if (phase == Phase.OVER) {
            return;
        }
        if (outcome == null) {
            headers.checkNegotiation();
        }
        work(BodyStream.empty(), outcome);
    }

    private void work(final BodyStream body, final ExpressLane.@Nullable Outcome outcome) {
        phase = Phase.WORK;
        if (outcome == null) {
            timed = false;
        }
        level.leaveToResteasy();
        try {
            final RestResponse answer = response(); // with the headers that the method has set on the lane
            final RestRequest asked = new RestRequest(this, target(), headers, body, outcome);
            request = asked;
            resteasy().invoke(asked, answer);
            if (!asked.getAsyncContext().isSuspended()) {
                end();
            }
        } catch (final Throwable e) {
            fail(e);
        }
    }

    @Override
    public boolean answerUnavailable(final Throwable error) {
        if (phase != Phase.WORK || !hall().isPlainRefusal(error) || response != null) {
            return false;
        }
        response().fill(hall().errors().toResponse(error, method(), Target.shown(incoming)));
        end();
        return true;
    }

    @Override
    public void arrive(final CharSequence contentType, final Buffer body) {
        if (phase == Phase.OVER) {
            return;
        }
        final RestResponse made = response;
        if (made == null || made.getOutputHeaders().isEmpty()) {
            writer.write(contentType, body);
        } else {
            writer.write(made.filled(contentType, body), resteasy().getProviderFactory());
        }
        over();
    }

    /** Sends what RESTEasy has collected, or what is left of it. */
    void end() {
        if (phase == Phase.OVER) {
            return;
        }
        final RestResponse answer = response();
        if (!answer.isStreaming()) {
            try {
                if (trip != null) {
                    trip.watch(request(), answer.getStatus(), answer.getOutputHeaders(), answer.collected());
                }
                if (!isDelayed(answer)) {
                    writer.write(answer, resteasy().getProviderFactory());
                    over();
                }
            } catch (final RuntimeException e) {
                fail(e);
            }
        } else if (answer.isComplete()) {
            writer.last(answer.collected());
            over();
        } else {
            breakOff();
        }
    }

    /** Whether it is a refusal that waits; then it is sent later. */
    private boolean isDelayed(final RestResponse answer) {
        if (answer.getStatus() != UNAVAILABLE
                || !(answer.getOutputHeaders().getFirst(RETRY_AFTER) instanceof RetryAfter told)) {
            return false;
        }
        final long now = System.nanoTime();
        final long wait = refusal != null ? 0 : RetryTime.waitNanos(incoming.connection(), now);
        if (wait > 0 && hall().delaysRefusals() && !Forwarding.isProxy(incoming, limits().proxies())) {
            refusal = answer;
            refusalDue = now + wait;
            return true;
        }
        RetryTime.tell(incoming.connection(), told.seconds(), now);
        return false;
    }

    /** If there is a refusal that waits, it is sent now. */
    void releaseRefusal() {
        if (refusal != null && phase == Phase.WORK) {
            end();
        }
    }

    /** Sends a piece; the rest follows when the connection can take more. */
    CompletionStage<Void> send(final Buffer piece) {
        if (phase == Phase.OVER) {
            return CompletableFuture.failedFuture(new ClosedChannelException());
        }
        if (phase != Phase.STREAM) {
            if (upload != null) {
                upload.letGoIfRead();
            }
            final boolean goesOn = writer.head(response(), resteasy().getProviderFactory());
            phase = Phase.STREAM;
            if (!goesOn) {
                over();
                return new CompletableFuture<>();
            }
        }
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        if (writer.piece(piece, () -> execute(() -> taken.complete(null)))) {
            taken.complete(null);
        }
        return taken;
    }

    /** Answers with a problem, unless there is an answer already. */
    void answer(final int status, final @Nullable String detail) {
        if (phase == Phase.OVER) {
            return;
        }
        if (phase == Phase.STREAM) {
            breakOff();
            return;
        }
        writer.problem(status, Errors.body(status, detail, Target.shown(incoming)));
        over();
    }

    /** The body of an answer 503. */
    byte[] unavailable(final String detail) {
        return Errors.body(UNAVAILABLE, detail, Target.shown(incoming));
    }

    /** Answers, and closes the connection, as nobody knows where the next request on it would begin. */
    void refuse(final int status, final @Nullable String detail) {
        writer.closeAfterwards();
        answer(status, detail);
    }

    /** The body does not arrive as it should: the client's fault, unless it is ours. */
    void refuse(final @Nullable Throwable broken) {
        if (broken != null && OutOfMemory.isCauseOf(broken)) {
            writer.closeAfterwards();
            fail(broken);
        } else {
            refuse(Malformed.of(broken));
        }
    }

    private void refuse(final Malformed reason) {
        refuse(reason.status(), reason.getMessage());
    }

    void turnAway(final String reason) {
        refuse(UNAVAILABLE, reason);
    }

    /** The last resort: nobody else had an answer. */
    void fail(final Throwable error) {
        if (phase == Phase.OVER) {
            LOGGER.warn("A request failed after it was answered.", LogText.escape(error));
        } else if (phase == Phase.STREAM) {
            LOGGER.warn("A request failed while its answer was being sent.", LogText.escape(error));
            breakOff();
        } else {
            writer.problem(500, Errors.unknownBody(error, method(), Target.shown(incoming)));
            over();
        }
        tell(suspension -> suspension.over(error));
    }

    private void breakOff() {
        outgoing.reset();
        over();
    }

    private void clientLeft() {
        if (phase != Phase.OVER) {
            over();
            tell(Suspension::disconnected);
        }
    }

    void abandon() {
        giveUp("The server is stopping.");
    }

    /** Whoever has suspended the request learns that there is nothing left to answer. */
    private void giveUp(final String detail) {
        answer(UNAVAILABLE, detail);
        tell(suspension -> suspension.over(new ServiceUnavailableException(detail)));
    }

    private void tell(final Consumer<Suspension> news) {
        final RestRequest asked = request;
        if (asked != null && asked.getAsyncContext().isSuspended()) {
            context.run(() -> news.accept(asked.getAsyncContext()));
        }
    }

    /** Its time begins with the first look at it, as most requests are over before that and need not ask the clock. */
    void checkTime(final long now) {
        if (!timed) {
            timed = true;
            deadline = now + (phase == Phase.BODY ? limits().bodyNanos() : limits().requestNanos());
        }
        if (refusal != null) {
            if (now - refusalDue >= 0 || now - deadline >= 0) {
                releaseRefusal();
            }
            return;
        }
        final Upload arriving = phase == Phase.BODY ? upload : null;
        if (now - deadline < 0) {
            if (arriving != null
                    && arriving.isInTheWay(now, now - deadline + limits().bodyNanos(), limits().bodyNanos())) {
                refuse(TIMED_OUT, "The body arrives too slowly while others wait.");
            }
            return;
        }
        if (arriving != null && arriving.isWaiting()) {
            turnAway(NO_ROOM);
        } else if (phase == Phase.BODY) {
            refuse(TIMED_OUT, "The body did not arrive in time.");
        } else if (phase == Phase.WORK) {
            giveUp("The request took too long.");
        }
    }

    /** The body may begin to arrive only now. */
    void restartClock() {
        timed = false;
    }

    private void over() {
        phase = Phase.OVER;
        if (upload != null) {
            upload.end();
        }
        if (waiting) {
            waiting = false;
            lane.left(this);
            dispose();
        } else if (!subscriptions.endUnused()) {
            dispose();
        }
        level.end();
    }

    private void dispose() {
        try {
            context.run(subscriptions::dispose);
        } catch (final RuntimeException e) {
            LOGGER.warn("What a request had subscribed to could not be disposed.", LogText.escape(e));
        }
    }

    boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Runs work for this request where all of it happens: now if this is the place, soon otherwise. */
    @Override
    public void execute(final Runnable work) {
        if (Thread.currentThread() == loop) {
            runGuarded(work);
        } else {
            ((HttpServerRequestInternal) incoming).context().runOnContext(now -> runGuarded(work));
        }
    }

    /** Runs work for this request in a turn of its own. */
    void executeLater(final Runnable work) {
        ((HttpServerRequestInternal) incoming).context().runOnContext(now -> runGuarded(work));
    }

    boolean isOnLoop() {
        return Thread.currentThread() == loop;
    }

    /**
     * Makes something of the body on a thread for such work, with the context of the request.
     *
     * @return completes on the event loop; never if the request is over before
     */
    CompletionStage<@Nullable Object> readElsewhere(final Callable<@Nullable Object> reading) {
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        final Upload whole = upload;
        if (whole == null || !whole.isWhole()) {
            result.completeExceptionally(new IllegalStateException("The request has no body to read."));
            return result;
        }
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        final Runnable letGo = hold();
        final Upload.Reader reader = whole.reader(letGo);
        try {
            lane.documents()
                    .executeBlocking(() -> reader.read(snapshot, reading), false)
                    .onComplete(value -> executeUnlessOver(() -> result.complete(value)), error -> {
                        letGo.run(); // it may not have begun
                        executeUnlessOver(() -> result.completeExceptionally(error));
                    });
        } catch (final Throwable e) {
            letGo.run();
            throw e;
        }
        return result;
    }

    private void executeUnlessOver(final Runnable work) {
        execute(() -> {
            if (!isOver()) {
                work.run();
            }
        });
    }

    /**
     * Work for this request goes on elsewhere, maybe longer than the request lasts. Its body and the files that were
     * made of it stay until the result is run, on whatever thread.
     */
    Runnable hold() {
        final Runnable body = upload == null ? () -> {} : upload.hold();
        final RequestCleanables files = level.cleanables();
        files.hold();
        final AtomicBoolean held = new AtomicBoolean(true);
        return () -> {
            if (held.compareAndSet(true, false)) {
                body.run();
                files.letGo();
            }
        };
    }

    private void runGuarded(final Runnable work) {
        if (RequestContext.current() != context) {
            context.run(() -> runGuarded(work));
            return;
        }
        try {
            work.run();
        } catch (final Throwable e) {
            fail(e);
        }
    }

    String method() {
        return incoming.method().name();
    }

    /** For reports, on any thread: what is asked for and, as far as it is known, the method that answers. */
    String description() {
        final String path = Target.shown(incoming);
        final String what = path == null ? method() : method() + " " + path;
        final Object answers = trip == null ? invoker() : trip;
        return answers == null ? what : what + " (" + answers + ")";
    }

    private @Nullable String invoker() {
        final RestRequest asked = request;
        return asked != null
                        && asked.getAttribute(ResourceMethodInvoker.class.getName())
                                instanceof ResourceMethodInvoker invoker
                ? invoker.getResourceClass().getSimpleName() + "."
                        + invoker.getMethod().getName()
                : null;
    }

    String clientAddress() {
        return Forwarding.clientAddress(incoming, limits().proxies());
    }

    /** Made by whoever asks first, on whatever thread. */
    @Override
    public RestRequest request() {
        final RestRequest made = request;
        return made == null ? makeRequest() : made;
    }

    private synchronized RestRequest makeRequest() {
        RestRequest made = request;
        if (made == null) {
            made = new RestRequest(this, target(), headers, BodyStream.empty(), null);
            request = made;
        }
        return made;
    }

    /** Made by whoever asks first, on whatever thread. */
    RestResponse response() {
        final RestResponse made = response;
        return made == null ? makeResponse() : made;
    }

    private synchronized RestResponse makeResponse() {
        RestResponse made = response;
        if (made == null) {
            made = new RestResponse(this);
            response = made;
        }
        return made;
    }

    /** Who sends the request as long as no filter says so. */
    SecurityContext anonymous() {
        return AnonymousSecurityContext.of(target().scheme());
    }

    private Target target() {
        if (target == null) {
            throw new IllegalStateException("The request has no target yet.");
        }
        return target;
    }

    @Override
    public Subscriptions subscriptions() {
        return subscriptions;
    }

    /** What the method is invoked on; null before it is made, or if only RESTEasy knows. */
    @Nullable
    Object resource() {
        return trip == null ? null : trip.resource();
    }

    RequestHandler hall() {
        return lane.hall();
    }

    SynchronousDispatcher resteasy() {
        return lane.hall().resteasy();
    }

    Limits limits() {
        return lane.hall().limits();
    }

    BodyBudget bodies() {
        return lane.hall().bodies();
    }

    Vertx vertx() {
        return lane.vertx();
    }
}
