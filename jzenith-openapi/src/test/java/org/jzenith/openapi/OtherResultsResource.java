package org.jzenith.openapi;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.flowables.ConnectableFlowable;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.SortOrder;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.rest.response.TypedResponse;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Results that need the plugin for RxJava 3, one with a name that is taken, and a page. */
@Path("/others")
@Produces("application/json")
public final class OtherResultsResource {

    /** A type with the name of a schema that jZenith makes. */
    public record Problem(int difficulty) {}

    @GET
    @Path("problem")
    public Single<Problem> problem() {
        return Single.never();
    }

    /** The names by which a page is sorted. */
    public enum PageSort {
        street,
        zip
    }

    @PUT
    @Path("versioned")
    public Single<Problem> versioned(@HeaderParam("If-Match") final ExpectedVersion seen) {
        return Single.never();
    }

    @GET
    @Path("page")
    public Single<Page<OrderResource.Address>> page(
            @QueryParam("sort") @DefaultValue("street") final SortOrder<PageSort> sort,
            @QueryParam("after") final @Nullable String after,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        return Single.never();
    }

    @GET
    @Path("typed")
    public TypedResponse<OrderResource.Address> typed() {
        return TypedResponse.of(new OrderResource.Address("High Street", null));
    }

    @GET
    @Path("publisher")
    public Publisher<OrderResource.Address> publisher() {
        return Flowable.never();
    }

    @GET
    @Path("flow-publisher")
    public Flow.Publisher<OrderResource.Address> flowPublisher() {
        return FlowAdapters.toFlowPublisher(Flowable.never());
    }

    @GET
    @Path("maybe")
    public Maybe<OrderResource.Address> maybe() {
        return Maybe.never();
    }

    @GET
    @Path("completable")
    public Completable completable() {
        return Completable.never();
    }

    @GET
    @Path("flowable")
    public io.reactivex.rxjava3.core.Flowable<OrderResource.Address> flowable() {
        return io.reactivex.rxjava3.core.Flowable.never();
    }

    @GET
    @Path("connectable")
    public ConnectableFlowable<OrderResource.Address> connectable() {
        return Flowable.<OrderResource.Address>never().publish();
    }

    @GET
    @Path("submission")
    public SubmissionPublisher<OrderResource.Address> submission() {
        return new SubmissionPublisher<>();
    }

    @GET
    @Path("mono")
    public Mono<OrderResource.Address> mono() {
        return Mono.never();
    }

    @GET
    @Path("flux")
    public Flux<OrderResource.Address> flux() {
        return Flux.never();
    }

    @GET
    @Path("untyped")
    public Addresses untyped() {
        return new Addresses();
    }

    /** A stream whose type has no argument. */
    public static final class Addresses extends Flowable<OrderResource.Address> {

        @Override
        protected void subscribeActual(final Subscriber<? super OrderResource.Address> subscriber) {
            Flowable.<OrderResource.Address>never().subscribe(subscriber);
        }
    }
}
