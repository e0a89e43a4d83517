package reactor.core.publisher;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Types that are known by their names, as no test has Reactor and RxJava 3 on its class path. */
@Path("/others")
public final class ReactorResource {

    @GET
    @Path("mono")
    public reactor.core.publisher.Mono<String> mono() {
        return null;
    }

    @GET
    @Path("flux")
    public reactor.core.publisher.Flux<String> flux() {
        return null;
    }

    @GET
    @Path("single")
    public io.reactivex.rxjava3.core.Single<String> single() {
        return null;
    }
}
