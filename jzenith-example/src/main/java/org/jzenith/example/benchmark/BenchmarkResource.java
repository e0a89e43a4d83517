package org.jzenith.example.benchmark;

import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The TechEmpower tests: <a href="https://github.com/TechEmpower/FrameworkBenchmarks/wiki">their rules</a>. */
@Singleton
@Path("/")
@PermitAll
public final class BenchmarkResource {

    private final Worlds worlds;
    private final Fortunes fortunes;
    private final WorldCache cache;

    @Inject
    BenchmarkResource(final Worlds worlds, final Fortunes fortunes, final WorldCache cache) {
        this.worlds = worlds;
        this.fortunes = fortunes;
        this.cache = cache;
    }

    @GET
    @Path("plaintext")
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> plaintext() {
        return Single.just("Hello, World!");
    }

    @GET
    @Path("json")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<HelloMessage> json() {
        return Single.just(new HelloMessage("Hello, World!"));
    }

    @GET
    @Path("db")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<World> db() {
        return worlds.random();
    }

    @GET
    @Path("queries")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> queries(@QueryParam("queries") @DefaultValue("1") final Count count) {
        return worlds.random(count.value());
    }

    @GET
    @Path("updates")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> updates(@QueryParam("queries") @DefaultValue("1") final Count count) {
        return worlds.update(count.value());
    }

    @GET
    @Path("cached-queries")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> cachedQueries(@QueryParam("count") @DefaultValue("1") final Count count) {
        return Single.fromCallable(() -> cache.random(count.value()));
    }

    @GET
    @Path("fortunes")
    @Produces("text/html; charset=utf-8")
    public Single<Buffer> fortunes() {
        return fortunes.page();
    }
}
