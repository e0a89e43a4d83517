package org.jzenith.openapi;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** Results that need the plugin for RxJava 3, and one with a name that is taken. */
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
}
