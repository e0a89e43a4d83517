package org.jzenith.openapi.types;

import io.reactivex.Flowable;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** Each type of a result with several values, and those of RxJava 3. */
@Path("/streams")
@Produces(MediaType.APPLICATION_JSON)
public final class StreamResource {

    @GET
    @Path("formats")
    @Produces({"application/json", "application/x-ndjson;qs=0.9", "text/csv;qs=0.8", "text/event-stream;qs=0.7"})
    public Flowable<Thing> formats() {
        return Flowable.fromIterable(Thing.ALL);
    }

    @GET
    @Path("lines")
    @Produces("application/x-ndjson")
    public Flowable<Thing> lines() {
        return Flowable.fromIterable(Thing.ALL);
    }

    @GET
    @Path("csv")
    @Produces("text/csv")
    public Flowable<Thing> csv() {
        return Flowable.fromIterable(Thing.ALL);
    }

    @GET
    @Path("observable")
    public Observable<Integer> observable() {
        return Observable.range(1, 3);
    }

    @GET
    @Path("text")
    @Produces(MediaType.TEXT_PLAIN)
    public Flowable<String> text() {
        return Flowable.just("a", "b");
    }

    @GET
    @Path("bytes")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public Flowable<Buffer> bytes() {
        return Flowable.just(Buffer.buffer("a"), Buffer.buffer("b"));
    }

    @GET
    @Path("events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> events(@Context final Sse sse) {
        return Flowable.just(sse.newEventBuilder().id("1").data(Thing.first()).build());
    }

    @GET
    @Path("sink")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @ApiResponse(responseCode = "200", content = @Content)
    public void sink(@Context final SseEventSink sink, @Context final Sse sse) {
        sink.send(sse.newEvent("text")).whenComplete((sent, failure) -> sink.close());
    }

    @GET
    @Path("response")
    @ApiResponse(
            responseCode = "200",
            content = @Content(array = @ArraySchema(schema = @Schema(implementation = Thing.class))))
    public Single<Response> response() {
        return Single.just(Response.ok(new GenericEntity<>(Flowable.fromIterable(Thing.ALL)) {})
                .build());
    }

    @GET
    @Path("publisher")
    public Publisher<Thing> publisher() {
        return Flowable.fromIterable(Thing.ALL);
    }

    @GET
    @Path("flow-publisher")
    public Flow.Publisher<Thing> flowPublisher() {
        return FlowAdapters.toFlowPublisher(Flowable.fromIterable(Thing.ALL));
    }

    @GET
    @Path("rxjava3-single")
    public io.reactivex.rxjava3.core.Single<Thing> single3() {
        return io.reactivex.rxjava3.core.Single.just(Thing.first());
    }

    @GET
    @Path("rxjava3-maybe")
    public io.reactivex.rxjava3.core.Maybe<Thing> maybe3() {
        return io.reactivex.rxjava3.core.Maybe.empty();
    }

    @GET
    @Path("rxjava3-completable")
    public io.reactivex.rxjava3.core.Completable completable3() {
        return io.reactivex.rxjava3.core.Completable.complete();
    }

    @GET
    @Path("rxjava3-flowable")
    public io.reactivex.rxjava3.core.Flowable<Thing> flowable3() {
        return io.reactivex.rxjava3.core.Flowable.fromIterable(Thing.ALL);
    }
}
