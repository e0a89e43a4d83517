package org.jzenith.restclient.internal.call;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.operator.CircuitBreakerOperator;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.functions.Action;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service and the connections to it: sends calls with their time limits, retries and circuit breaker. Safe for use by many threads.
 */
public final class RemoteService {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.restclient");

    private final String name;
    private final Vertx vertx;
    private final RestClientConfiguration settings;
    private final List<String> passedOn;
    private final BaseUrls targets;
    private final CallLimit admission;
    private final HttpClient client;
    private final ClientTls tls;
    private final RemoteProblems problems;
    private final Retries retries;
    private final @Nullable CircuitBreaker breaker;
    private final ObservedCall.Emitters emitters;
    private final CallFailureLog failures;
    private final @Nullable CallPreparation preparation;
    private final AtomicLong ids = new AtomicLong();
    private final Set<OutboundHeaders> added;
    private final ResponseBudget collected;

    /**
     * Creates a service without connections.
     *
     * @param name of the client
     * @param configuration its settings, which are valid
     * @param tls its certificates
     * @param vertx of the application
     * @param mapper reads problems
     * @param observers of the application
     * @param added headers of each call
     * @param collected the bytes of the collected responses of all clients
     * @param additions the default headers and the filters
     */
    public RemoteService(
            final String name,
            final RestClientConfiguration configuration,
            final ClientTls tls,
            final Vertx vertx,
            final Supplier<ObjectMapper> mapper,
            final Observers observers,
            final Set<OutboundHeaders> added,
            final ResponseBudget collected,
            final CallAdditions additions) {
        this.name = name;
        this.vertx = vertx;
        this.settings = configuration;
        final Set<String> ofPlugins =
                added.stream().flatMap(each -> each.names().stream()).collect(Collectors.toUnmodifiableSet());
        this.passedOn = configuration.forwardedHeaders().orElse(List.of()).stream()
                .filter(each -> !ofPlugins.contains(each.toLowerCase(Locale.ROOT)))
                .toList();
        this.targets = new BaseUrls(configuration.url());
        this.admission = new CallLimit(
                configuration.http2() ? configuration.http2Streams() : configuration.poolSize(),
                configuration.waitQueue(),
                configuration.bulkhead().enabled() ? Breakers.bulkhead(name, configuration.bulkhead()) : null);
        final HttpClientOptions options = ClientOptions.of(configuration, tls);
        this.client = vertx.httpClientBuilder()
                .with(options)
                .with(ClientOptions.limitedPool(configuration))
                // the calls on the connection report it; without a handler Vert.x logs an error
                .withConnectHandler(connection -> connection.exceptionHandler(
                        error -> LOGGER.debug("The client '{}' lost a connection: {}", name, error.getMessage())))
                .build();
        this.tls = tls;
        // forced, because Vert.x compares options, not files
        tls.watch(vertx, options, changed -> client.updateSSLOptions(changed, true));
        this.problems = new RemoteProblems(mapper);
        this.retries = new Retries(configuration);
        this.breaker = configuration.breaker().enabled() ? Breakers.of(name, configuration.breaker()) : null;
        this.emitters = ObservedCall.Emitters.of(name, observers);
        this.added = added;
        this.collected = collected;
        this.failures = new CallFailureLog(LOGGER, name);
        this.preparation = CallPreparation.of(
                additions,
                configuration
                        .clientCredentials()
                        .map(each -> new TokenEndpoint(name, configuration, each, vertx, client, collected, problems))
                        .map(endpoint -> new AccessTokens(
                                vertx, stage(), endpoint::ask, failures, admission.places() + admission.queue()))
                        .orElse(null),
                this);
    }

    /**
     * Sends a request; each subscription is a call.
     *
     * @param call used by one subscription at a time
     * @return the response; fails with a {@link RemoteCallException}
     */
    public Single<ReceivedResponse> send(final CallRequest call) {
        final Action onEnd = call.onEnd();
        return onEnd == null ? guarded(call) : guarded(call).doFinally(onEnd);
    }

    private Single<ReceivedResponse> guarded(final CallRequest call) {
        if (retries.areOff() && breaker == null && emitters.areNone()) {
            return attempt(call, () -> begun(call));
        }
        return Single.defer(() -> {
            final ObservedCall observed = begun(call);
            retries.begin();
            return observed.reported(retrying(call, observed, 1));
        });
    }

    /**
     * Sends a request once, without retries and circuit breaker.
     *
     * @param call the request
     * @return the response; fails with a {@link RemoteCallException}
     */
    public Single<ReceivedResponse> sendOnce(final CallRequest call) {
        return Single.defer(() -> {
            final ObservedCall observed = begun(call);
            return observed.reported(attempt(call, () -> observed));
        });
    }

    /**
     * Sends a request again with another value of a header, for the reconnection of a stream.
     *
     * @param call the first request
     * @param header name of the header
     * @param value its value
     * @return the response
     */
    public Single<ReceivedResponse> sendAgain(final CallRequest call, final String header, final String value) {
        return send(call.with(header, value));
    }

    /**
     * Returns true if a stream of server-sent events is reconnected, which sends its request again.
     *
     * @param call the first request
     * @return false without the setting, or for a request that the service may not see twice
     */
    public boolean reconnectsEvents(final CallRequest call) {
        return settings.sseReconnect() && call.isRepeatable();
    }

    private Single<ReceivedResponse> retrying(final CallRequest call, final ObservedCall observed, final int attempt) {
        final Single<ReceivedResponse> one = permitted(call, attempt(call, () -> observed));
        return retries.areOff()
                ? one
                : one.onErrorResumeNext(error -> {
                    final Duration delay = retries.delay(call, attempt, error);
                    if (delay == null) {
                        return Single.error(error);
                    }
                    observed.retried(attempt + 1, delay, error);
                    return after(delay).andThen(Single.defer(() -> retrying(call, observed, attempt + 1)));
                });
    }

    /**
     * Waits on the event loop of the caller.
     *
     * @param delay of the next attempt
     * @return completes when the time has passed
     */
    public Completable after(final Duration delay) {
        return Completable.create(emitter -> {
            final Runnable done = RequestContext.wrap(emitter::onComplete);
            final long timer = vertx.setTimer(Math.max(1, delay.toMillis()), none -> done.run());
            emitter.setCancellable(() -> vertx.cancelTimer(timer));
        });
    }

    private Single<ReceivedResponse> permitted(final CallRequest call, final Single<ReceivedResponse> attempt) {
        final CircuitBreaker guard = breaker;
        return guard == null
                ? attempt
                : attempt.compose(CircuitBreakerOperator.of(guard))
                        .onErrorResumeNext(error -> Single.error(
                                error instanceof CallNotPermittedException
                                        ? new CallRejectedException(
                                                call.description(),
                                                "the circuit breaker is open",
                                                settings.breaker().openFor())
                                        : error));
    }

    /** @param observed is asked at each subscription */
    private Single<ReceivedResponse> attempt(final CallRequest call, final Supplier<ObservedCall> observed) {
        return preparation == null
                ? prepared(call, observed)
                : preparation.send(call, complete -> prepared(complete, observed));
    }

    private Single<ReceivedResponse> prepared(final CallRequest call, final Supplier<ObservedCall> observed) {
        return new Single<>() {
            @Override
            protected void subscribeActual(final SingleObserver<? super ReceivedResponse> observer) {
                final Attempt attempt = new Attempt(RemoteService.this, call, observed.get(), observer);
                observer.onSubscribe(attempt);
                attempt.begin();
            }
        };
    }

    private ObservedCall begun(final CallRequest call) {
        return new ObservedCall(emitters, ids.incrementAndGet(), call, targets.current());
    }

    /**
     * Returns the number of connections in use, or of streams with HTTP/2.
     *
     * @return at most {@link #places}
     */
    public int placesInUse() {
        return admission.used();
    }

    /**
     * Returns the largest number of calls at once.
     *
     * @return from the settings
     */
    public int places() {
        return admission.places();
    }

    /**
     * Returns the largest element of a stream.
     *
     * @return in bytes
     */
    public int maxElement() {
        return settings.maxResponseSize().toInt();
    }

    /**
     * Closes all connections.
     *
     * @return completes when they are closed
     */
    public Completable close() {
        return RxFuture.completable(() -> {
            tls.close();
            return client.close();
        });
    }

    /**
     * Reads a response, and logs one that cannot be read.
     *
     * @param <T> the type of the value
     * @param response the response
     * @param reader reads it
     * @return the value
     * @throws UnreadableResponseException if it cannot be read
     */
    public <T> T read(final ReceivedResponse response, final Function<ReceivedResponse, T> reader) {
        try {
            return reader.apply(response);
        } catch (final UnreadableResponseException e) {
            log(e);
            throw e;
        }
    }

    /**
     * Logs a failed call.
     *
     * @param failure of a call; others are ignored
     */
    public void log(final Throwable failure) {
        failures.add(failure);
    }

    void addHeaders(final ObservedCall call, final MultiMap headers) {
        if (!added.isEmpty()) {
            added.forEach(each -> each.addTo(call, headers::set));
        }
    }

    String stage() {
        return "client " + name;
    }

    Vertx vertx() {
        return vertx;
    }

    RestClientConfiguration settings() {
        return settings;
    }

    /** Returns the names of the headers of the current request that are sent to the service too. */
    List<String> passedOn() {
        return passedOn;
    }

    BaseUrls targets() {
        return targets;
    }

    CallLimit admission() {
        return admission;
    }

    HttpClient client() {
        return client;
    }

    ResponseBudget collected() {
        return collected;
    }

    RemoteProblems problems() {
        return problems;
    }
}
