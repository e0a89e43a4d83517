package org.jzenith.example.benchmark;

import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
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
    @Operation(summary = "Get a greeting as text")
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> plaintext() {
        return Single.just("Hello, World!");
    }

    @GET
    @Path("json")
    @Operation(summary = "Get a greeting as JSON")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<HelloMessage> json() {
        return Single.just(new HelloMessage("Hello, World!"));
    }

    @GET
    @Path("db")
    @Operation(summary = "Get a random world")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<World> db() {
        return worlds.random();
    }

    @GET
    @Path("queries")
    @Operation(summary = "Get random worlds, each by its own query")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> queries(@QueryParam("queries") @DefaultValue("1") final Count count) {
        return worlds.random(count.value());
    }

    @GET
    @Path("updates")
    @Operation(summary = "Update random worlds")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> updates(@QueryParam("queries") @DefaultValue("1") final Count count) {
        return worlds.update(count.value());
    }

    @GET
    @Path("cached-queries")
    @Operation(summary = "Get random worlds from a cache")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> cachedQueries(@QueryParam("count") @DefaultValue("1") final Count count) {
        return Single.fromCallable(() -> cache.random(count.value()));
    }

    @GET
    @Path("fortunes")
    @Operation(summary = "Get a page of fortunes")
    @Produces("text/html; charset=utf-8")
    public Single<Buffer> fortunes() {
        return fortunes.page();
    }
}
