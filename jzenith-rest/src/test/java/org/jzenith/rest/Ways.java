package org.jzenith.rest;

import io.reactivex.Maybe;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** All ways in which a resource method can answer with the same. */
public abstract class Ways<T> {

    /** Their paths. */
    static final List<String> ALL = List.of(
            "plain",
            "single",
            "single-later",
            "maybe",
            "stage",
            "stage-later",
            "future",
            "future-later",
            "blocking",
            "blocking-single",
            "blocking-stage",
            "suspended",
            "suspended-later",
            "suspended-elsewhere",
            "suspended-blocking",
            "sub/plain",
            "sub/single-later",
            "sub/blocking",
            "sub/suspended-later");

    /** The Vert.x for writers that look for it. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {}

    @Inject
    private Vertx vertx;

    /** Returns the result of every method. */
    abstract T value() throws Exception;

    @Path("sub")
    public Object sub() {
        return this;
    }

    @GET
    @Path("plain")
    @Mark
    public T plain() throws Exception {
        return value();
    }

    @GET
    @Path("single")
    @Mark
    public Single<T> single() {
        return Single.fromCallable(this::value);
    }

    @GET
    @Path("single-later")
    @Mark
    public Single<T> singleLater() {
        return Single.create(emitter -> later(() -> emitter.onSuccess(value()), emitter::onError));
    }

    @GET
    @Path("maybe")
    @Mark
    public Maybe<T> maybe() {
        return Maybe.fromCallable(this::value);
    }

    @GET
    @Path("stage")
    @Mark
    public CompletionStage<T> stage() {
        try {
            return CompletableFuture.completedFuture(value());
        } catch (final Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @GET
    @Path("stage-later")
    @Mark
    public CompletionStage<T> stageLater() {
        final CompletableFuture<T> stage = new CompletableFuture<>();
        new Thread(() -> complete(stage)).start();
        return stage;
    }

    private void complete(final CompletableFuture<T> stage) {
        try {
            stage.complete(value());
        } catch (final Exception e) {
            stage.completeExceptionally(e);
        }
    }

    @GET
    @Path("future")
    @Mark
    public Future<T> future() {
        try {
            return Future.succeededFuture(value());
        } catch (final Exception e) {
            return Future.failedFuture(e);
        }
    }

    @GET
    @Path("future-later")
    @Mark
    public Future<T> futureLater() {
        return vertx.timer(1).compose(fired -> future());
    }

    @GET
    @Path("blocking")
    @Mark
    @Blocking
    public T blocking() throws Exception {
        return value();
    }

    @GET
    @Path("blocking-single")
    @Mark
    @Blocking
    public Single<T> blockingSingle() {
        return single();
    }

    @GET
    @Path("blocking-stage")
    @Mark
    @Blocking
    public CompletionStage<T> blockingStage() {
        return stage();
    }

    @GET
    @Path("suspended")
    @Mark
    public void suspended(@Suspended final AsyncResponse answer) {
        resume(answer);
    }

    @GET
    @Path("suspended-later")
    @Mark
    public void suspendedLater(@Suspended final AsyncResponse answer) {
        later(() -> answer.resume(value()), answer::resume);
    }

    @GET
    @Path("suspended-elsewhere")
    @Mark
    public void suspendedElsewhere(@Suspended final AsyncResponse answer) {
        new Thread(() -> resume(answer)).start();
    }

    @GET
    @Path("suspended-blocking")
    @Mark
    @Blocking
    public void suspendedBlocking(@Suspended final AsyncResponse answer) {
        resume(answer);
    }

    private void resume(final AsyncResponse answer) {
        try {
            answer.resume(value());
        } catch (final Exception e) {
            answer.resume(e);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private interface Failed {
        void with(Exception error);
    }

    private void later(final Work work, final Failed failed) {
        vertx.setTimer(1, fired -> {
            try {
                work.run();
            } catch (final Exception e) {
                failed.with(e);
            }
        });
    }
}
