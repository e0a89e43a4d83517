package org.jzenith.docs.cookbook.rxjava;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A resource of docs/rxjava.md that stays on RxJava 2 while its source has moved. */
@Path("/reduced")
@Produces(MediaType.APPLICATION_JSON)
public final class ReducedPriceResource {

    private static io.reactivex.rxjava3.core.Single<Price> reduced() {
        return io.reactivex.rxjava3.core.Single.just(new Price("tea", 300));
    }

    @GET
    public Single<Price> get() {
        // region back
        return Single.fromPublisher(reduced().toFlowable());
        // endregion
    }
}
