package org.jzenith.javascript.internal.request;

import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.realm.ScriptFailure;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.jzenith.javascript.internal.realm.TurnOwner;
import org.jzenith.javascript.internal.route.ScriptRoute;
import org.jzenith.javascript.internal.stream.ScriptStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives the body of a request, calls the handler of its route, and waits for the result. */
final class ScriptTask implements RequestHandler.Task, TurnOwner {

    private static final Logger LOGGER = LoggerFactory.getLogger("javascript");

    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;
    private static final int MOST_IN_A_TURN = 32;
    private static final String TEMPORARILY = "The service is temporarily unavailable.";

    private final ScriptHandler handler;
    private final Exchange exchange;
    private final ScriptRealm realm;
    private final ScriptRoute route;
    private final Map<String, String> parameters;
    private final CompositeDisposable work = new CompositeDisposable();
    /** The promises that are not settled yet. */
    private final Set<PendingPromise<?>> waiting = new LinkedHashSet<>();

    /** Those of the waiting promises whose results are here. */
    private final List<PendingPromise<?>> settled = new ArrayList<>();

    private @Nullable Throwable failure;
    private boolean called;

    /** Null for a response in one piece. */
    private @Nullable ScriptStream stream;

    ScriptTask(
            final ScriptHandler handler,
            final Exchange exchange,
            final ScriptRealm realm,
            final ScriptRoute route,
            final Map<String, String> parameters) {
        this.handler = handler;
        this.exchange = exchange;
        this.realm = realm;
        this.route = route;
        this.parameters = parameters;
    }

    @Override
    public void run() {
        realm.open(this);
        if (exchange.isBodyOutstanding()) {
            exchange.body().receive(this::call);
        } else {
            call();
        }
    }

    private void call() {
        exchange.methodCalled();
        final ScriptValues values = new ScriptValues(this, handler.mapper());
        final Problem invalid = route.schema() == null ? null : values.members().check(route.schema());
        if (invalid != null) {
            send(invalid);
            return;
        }
        realm.turn(this, () -> {
            final ResultWriter writer = new ResultWriter(this);
            final Value checked;
            try {
                checked = route.schema() == null ? null : values.members().body();
            } catch (final NotJsonException e) {
                exchange.response().sendProblem(BAD_REQUEST, e.getMessage());
                return;
            }
            called = true;
            realm.function("call")
                    .executeVoid(
                            route.index(),
                            inContext(arguments -> {
                                final String name = arguments[0].asString();
                                return values.member(
                                        name, name.equals("body") && checked == null ? body(values) : checked);
                            }),
                            inContext(arguments -> {
                                writer.take(arguments);
                                return null;
                            }));
        });
    }

    /** Reads a body without a schema, when the handler asks for it. One that is not JSON is thrown as a problem. */
    private @Nullable Value body(final ScriptValues values) {
        try {
            return values.members().body();
        } catch (final NotJsonException e) {
            return realm.function("refuse").execute(BAD_REQUEST, e.getMessage());
        }
    }

    /**
     * Wraps a function for JavaScript. A promise that two requests await runs both in the turn of one, and each function in the context of
     * its own request.
     */
    ProxyExecutable inContext(final ProxyExecutable function) {
        return arguments -> {
            if (exchange.isCurrent()) {
                return function.execute(arguments);
            }
            final Object[] result = new Object[1];
            exchange.context().run(() -> result[0] = function.execute(arguments));
            return result[0];
        };
    }

    /** Adds a promise, which is rejected at the end of the request, at once if the request has ended. */
    void add(final PendingPromise<?> promise) {
        if (exchange.isFinished()) {
            promise.dispose();
            promise.end();
        } else {
            waiting.add(promise);
        }
    }

    /** Settles a promise whose result is here. While others wait, those that arrive together are settled in one turn. */
    void settle(final PendingPromise<?> promise) {
        execute(() -> {
            if (waiting.size() == 1) {
                settle(List.of(promise));
                return;
            }
            settled.add(promise);
            if (settled.size() == 1) {
                exchange.executeLater(this::settleNext);
            }
        });
    }

    private void settleNext() {
        final List<PendingPromise<?>> first = settled.subList(0, Math.min(settled.size(), MOST_IN_A_TURN));
        final List<PendingPromise<?>> now = List.copyOf(first);
        first.clear();
        if (!settled.isEmpty()) {
            exchange.executeLater(this::settleNext);
        }
        if (!exchange.isFinished()) {
            settle(now);
        }
    }

    private void settle(final List<PendingPromise<?>> promises) {
        realm.turn(this, () -> {
            for (final PendingPromise<?> promise : promises) {
                waiting.remove(promise);
                promise.settle();
            }
        });
    }

    ScriptRealm realm() {
        return realm;
    }

    ScriptHandler handler() {
        return handler;
    }

    Exchange exchange() {
        return exchange;
    }

    Map<String, String> parameters() {
        return parameters;
    }

    /** Responds with 503 to what is temporary, with the problem of an exception that has one, and otherwise with 500. */
    void fail(final Throwable error) {
        failure = error;
        if (error instanceof final TemporarilyUnavailable reason) {
            final long seconds = reason.retryAfter()
                    .map(delay -> Math.max(1, delay.plusMillis(999).toSeconds()))
                    .orElse(1L);
            exchange.response()
                    .sendProblem(
                            ResponseHead.of(UNAVAILABLE, Map.of("Retry-After", String.valueOf(seconds))), TEMPORARILY);
        } else if (error instanceof final KnownProblem known) {
            send(known.problem());
        } else {
            handler.errors().fail(exchange, error);
        }
    }

    /** Returns the problem of a failure after the response has started; an unknown failure is logged. */
    byte[] problem(final Throwable error) {
        failure = error;
        if (error instanceof TemporarilyUnavailable) {
            return json(ProblemJson.of(UNAVAILABLE, TEMPORARILY));
        }
        return error instanceof final KnownProblem known ? json(known.problem()) : exchange.problem(error);
    }

    byte[] json(final Problem problem) {
        return ProblemJson.toBytes(problem, exchange.request().displayPath());
    }

    void send(final Problem problem) {
        exchange.response().sendEncodedProblem(problem.status(), json(problem));
    }

    @Override
    public void execute(final Runnable more) {
        exchange.execute(() -> {
            if (!exchange.isFinished()) {
                more.run();
            }
        });
    }

    @Override
    public void failed(final ScriptFailure ended) {
        switch (ended.kind()) {
            case INTERRUPTED -> {
                final String place = ended.exception().location();
                LOGGER.warn(
                        "JavaScript ran for longer than javascript.max-turn and was interrupted{} ({}). Return to the event loop"
                                + " by await, or do less in one turn.",
                        place.isEmpty() ? "" : " at " + place,
                        description(),
                        ended.exception());
                if (!exchange.isFinished()) {
                    exchange.response().sendProblem(UNAVAILABLE, "The handler ran for too long.");
                }
            }
            case REPLACED -> {
                if (!exchange.isFinished()) {
                    exchange.response().sendProblem(UNAVAILABLE, "The JavaScript realm is being replaced.");
                }
            }
            case ERROR -> fail(ended.exception());
        }
    }

    @Override
    public void rejected(final ScriptException error) {
        if (exchange.isFinished() && String.valueOf(error.getMessage()).startsWith(ScriptValues.ENDED)) {
            return;
        }
        LOGGER.error(
                "A promise was rejected, and nothing handled the rejection ({}). Await the promise, or add a "
                        + "catch(..).",
                description(),
                LogText.escape(error));
    }

    @Override
    public void add(final Disposable more) {
        work.add(more);
    }

    @Override
    public void remove(final Disposable ended) {
        work.delete(ended);
    }

    @Override
    public boolean isCold() {
        return !realm.isWarm(route.index());
    }

    @Override
    public String description() {
        return route.toString();
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Opens the stream that is the response. */
    void open(final ScriptStream response) {
        stream = response;
        work.add(response);
        response.open();
    }

    @Override
    public void stopping() {
        if (stream != null) {
            stream.stopping();
        }
    }

    private void disposeWork() {
        work.dispose();
        waiting.forEach(promise -> {
            promise.dispose();
            exchange.context().disposedIn(promise.stage());
        });
    }

    @Override
    public void deadlinePassed() {
        disposeWork();
        exchange.context().disposedIn("promise");
    }

    @Override
    public void finished(final RequestContext context) {
        disposeWork();
        if (called) {
            realm.setWarm(route.index());
        }
        if (!waiting.isEmpty()) {
            final List<PendingPromise<?>> all = List.copyOf(waiting);
            waiting.clear();
            realm.turn(this, () -> all.forEach(PendingPromise::end));
        }
        realm.close(this);
    }
}
