package org.jzenith.restclient.internal.call;

import io.reactivex.Single;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent.Status;
import org.jzenith.restclient.observe.OutboundEvent;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteProblemException;

/** A call with its retries, whose events it emits. Only its first end counts. Safe for use by many threads. */
final class ObservedCall implements Operation {

    private static final String KIND = "call";
    private static final int FIRST_ERROR = 400;

    private final Emitters emitters;
    private final long id;
    private final String method;
    private final String template;
    private final @Nullable RequestContext request = RequestContext.current();
    private final BaseUrls.Address target;
    private final long beganNanos = System.nanoTime();

    /** Operators dispose a call that has its outcome too, as flatMapPublisher does with its stream. */
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * The observers of a client's calls.
     *
     * @param client the name of the client
     * @param calls null if nobody observes calls
     * @param work null if nobody observes operations
     */
    record Emitters(
            String client,
            @Nullable EventEmitter<OutboundEvent> calls,
            @Nullable WorkEmitter work) {

        static Emitters of(final String client, final Observers observers) {
            return new Emitters(client, observers.of(OutboundEvent.class), observers.ofWork(KIND));
        }

        boolean areNone() {
            return calls == null && work == null;
        }
    }

    ObservedCall(final Emitters emitters, final long id, final CallRequest call, final BaseUrls.Address target) {
        this.emitters = emitters;
        this.id = id;
        this.method = call.method().name();
        this.template = call.template();
        this.target = target;
    }

    /** Reports the beginning of this call and its end, which is that of its response. */
    Single<ReceivedResponse> reported(final Single<ReceivedResponse> response) {
        if (emitters.areNone()) {
            return response;
        }
        begun();
        return response.doOnSuccess(arrived -> answered(arrived.status()))
                .doOnError(this::failed)
                .doOnDispose(this::disposed);
    }

    private void begun() {
        emit(() -> new OutboundEvent.Begun(source(), id, request, method, template, target.host(), target.port()));
        work(emitter -> emitter.begun(this));
    }

    /** Reports the connection of an attempt, which started at a time by {@link System#nanoTime}. */
    void connected(final BaseUrls.Address address, final long attemptNanos) {
        emit(() -> new OutboundEvent.Connected(source(), id, address.host(), address.port(), since(attemptNanos)));
        work(emitter -> emitter.described(
                this, List.of(new Attribute("server.address", address.host()), new Attribute("server.port", (long)
                        address.port()))));
    }

    void sent() {
        emit(() -> new OutboundEvent.Sent(source(), id));
    }

    void retried(final int attempt, final Duration delay, final Throwable error) {
        emit(() -> new OutboundEvent.Retried(source(), id, method, template, attempt, delay, error));
        work(emitter -> emitter.retried(this, attempt, error));
    }

    private void answered(final int status) {
        if (ended.compareAndSet(false, true)) {
            final Duration duration = since(beganNanos);
            emit(() -> new OutboundEvent.Answered(source(), id, method, template, status, duration));
            final Attribute code = new Attribute("http.response.status_code", (long) status);
            work(emitter -> emitter.ended(
                    this,
                    Status.COMPLETED,
                    duration,
                    null,
                    status < FIRST_ERROR
                            ? List.of(code)
                            : List.of(code, new Attribute("error.type", Integer.toString(status)))));
        }
    }

    private void failed(final Throwable error) {
        if (error instanceof final RemoteProblemException problem) {
            answered(problem.status());
        } else if (ended.compareAndSet(false, true)) {
            if (error instanceof final CallRejectedException rejected) {
                rejected(rejected.reason());
            } else {
                failed(error, since(beganNanos));
            }
        }
    }

    private void rejected(final String reason) {
        emit(() -> new OutboundEvent.Rejected(source(), id, method, template, reason));
        work(emitter -> emitter.rejected(this, reason));
    }

    private void failed(final Throwable error, final Duration duration) {
        emit(() -> new OutboundEvent.Failed(source(), id, method, template, error, duration));
        work(emitter -> emitter.ended(this, Status.FAILED, duration, error, List.of()));
    }

    private void disposed() {
        if (ended.compareAndSet(false, true)) {
            final Duration duration = since(beganNanos);
            emit(() -> new OutboundEvent.Disposed(source(), id, method, template, duration));
            work(emitter -> emitter.ended(this, Status.DISPOSED, duration, null, List.of()));
        }
    }

    private void emit(final Supplier<OutboundEvent> event) {
        if (emitters.calls != null) {
            emitters.calls.emit(event.get());
        }
    }

    private void work(final Consumer<WorkEmitter> report) {
        if (emitters.work != null) {
            report.accept(emitters.work);
        }
    }

    private static Duration since(final long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Override
    public Role role() {
        return Role.CALL;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String source() {
        return emitters.client;
    }

    @Override
    public String name() {
        return method + " " + template;
    }

    @Override
    public @Nullable RequestContext request() {
        return request;
    }

    @Override
    public List<Attribute> attributes() {
        return List.of(
                new Attribute("http.request.method", method),
                new Attribute("url.template", template),
                new Attribute("peer.service", source()),
                new Attribute("server.address", target.host()),
                new Attribute("server.port", (long) target.port()));
    }
}
