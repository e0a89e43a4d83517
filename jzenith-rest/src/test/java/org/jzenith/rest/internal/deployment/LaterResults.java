package org.jzenith.rest.internal.deployment;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.AsyncResponseProvider;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.EventLoopExecutor;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.error.Unwrapping;
import org.jzenith.rest.internal.rx.ResultTypes;
import org.jzenith.rest.internal.rx.StreamSettings;
import org.jzenith.rest.internal.rx.StreamedRequest;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.jzenith.rest.internal.step.ResultCheck;
import org.jzenith.rest.internal.write.ResultResponse;

/**
 * Teaches RESTEasy's dispatcher asynchronous result types. The result becomes one of jZenith's responses, because
 * RESTEasy loses its annotations and generic type.
 */
final class LaterResults {

    /** A request without an event loop: nothing is sent before the end. */
    static final StreamedRequest AT_ONCE = new StreamedRequest() {

        @Override
        public EventLoopExecutor executor() {
            return new EventLoopExecutor() {

                @Override
                public void execute(final Runnable work) {
                    work.run();
                }

                @Override
                public boolean isTurnOver() {
                    return false;
                }

                @Override
                public void executeInNextTurn(final Runnable work) {
                    work.run();
                }

                @Override
                public void executeLater(final Runnable work) {}
            };
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Disposable executeAfter(final Duration delay, final Runnable work) {
            return Disposables.disposed();
        }

        @Override
        public StreamSettings streams() {
            return new StreamSettings(Duration.ZERO, List.of());
        }

        @Override
        public boolean isStopping() {
            return false;
        }

        @Override
        public byte[] problem(final Throwable failure) {
            return new byte[0];
        }
    };

    /** Held while another thread writes an answer, which RESTEasy says is there before it is complete. */
    static final Object WRITING = new Object();

    private LaterResults() {}

    static List<Object> providers() {
        return List.of(
                new OfSingle(),
                new OfMaybe(),
                new OfCompletable(),
                new OfStage(),
                new OfFuture(),
                new OfFlowable(),
                new OfObservable());
    }

    /** The result of one request, which completes in the context of the request. */
    private static final class Result extends CompletableFuture<@Nullable Object> {

        private final HttpRequest request = ResteasyContext.getRequiredContextData(HttpRequest.class);
        private final Map<Class<?>, Object> context = new HashMap<>(ResteasyContext.getContextDataMap());
        private final @Nullable Consumer<Object> check = ResteasyContext.getContextData(ResultCheck.class);

        void succeed(final @Nullable Object value) {
            inContext(() -> {
                try {
                    if (check != null && value != null) {
                        check.accept(value);
                    }
                    complete(ResultResponse.of(request, value));
                } catch (final RuntimeException e) {
                    completeExceptionally(e);
                }
            });
        }

        void fail(final Throwable error) {
            inContext(() -> completeExceptionally(Unwrapping.ofStage(error)));
        }

        private void inContext(final Runnable work) {
            synchronized (WRITING) {
                ResteasyContext.pushContextDataMap(context);
                try {
                    work.run();
                } finally {
                    ResteasyContext.removeContextDataLevel();
                }
            }
        }
    }

    private static <T> T present(final @Nullable T returned) {
        if (returned == null) {
            throw new IllegalStateException("null");
        }
        return returned;
    }

    /** The writer of streams is ours, and knows only what ours makes of them. */
    private static CompletionStage<?> stream(final Flowable<Object> elements) {
        final Result result = new Result();
        ResultTypes.of(Flowable.class, null)
                .receive(elements, new Subscriptions(AT_ONCE), null, new Subscriptions.ResultCallback() {
                    @Override
                    public void onResult(final @Nullable Object value) {
                        result.succeed(value);
                    }

                    @Override
                    public void onFailure(final Throwable error) {
                        result.fail(error);
                    }
                });
        return result;
    }

    @SuppressWarnings("CheckReturnValue") // nobody disposes
    static final class OfSingle implements AsyncResponseProvider<Single<Object>> {
        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Single<Object> returned) {
            final Result result = new Result();
            present(returned).subscribe(result::succeed, result::fail);
            return result;
        }
    }

    @SuppressWarnings("CheckReturnValue") // nobody disposes
    static final class OfMaybe implements AsyncResponseProvider<Maybe<Object>> {
        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Maybe<Object> returned) {
            final Result result = new Result();
            present(returned)
                    .subscribe(
                            result::succeed,
                            result::fail,
                            () -> result.fail(Errors.exception(404, "There is nothing at this path.")));
            return result;
        }
    }

    @SuppressWarnings("CheckReturnValue") // nobody disposes
    static final class OfCompletable implements AsyncResponseProvider<Completable> {
        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Completable returned) {
            final Result result = new Result();
            present(returned).subscribe(() -> result.succeed(null), result::fail);
            return result;
        }
    }

    static final class OfStage implements AsyncResponseProvider<CompletionStage<Object>> {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the result has it
        public CompletionStage<?> toCompletionStage(final @Nullable CompletionStage<Object> returned) {
            final Result result = new Result();
            present(returned).whenComplete((value, error) -> {
                if (error == null) {
                    result.succeed(value);
                } else {
                    result.fail(error);
                }
            });
            return result;
        }
    }

    static final class OfFuture implements AsyncResponseProvider<Future<Object>> {
        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Future<Object> returned) {
            final Result result = new Result();
            present(returned).onSuccess(result::succeed).onFailure(result::fail);
            return result;
        }
    }

    static final class OfFlowable implements AsyncResponseProvider<Flowable<Object>> {
        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Flowable<Object> returned) {
            return stream(present(returned));
        }
    }

    static final class OfObservable implements AsyncResponseProvider<Observable<Object>> {
        @Override
        public CompletionStage<?> toCompletionStage(final @Nullable Observable<Object> returned) {
            return stream(present(returned).toFlowable(BackpressureStrategy.BUFFER));
        }
    }
}
