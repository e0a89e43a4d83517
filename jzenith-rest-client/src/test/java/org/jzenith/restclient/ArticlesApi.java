package org.jzenith.restclient;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** The interface of both sides: the resource implements it, and the client is made of it. */
@Path("/articles")
public interface ArticlesApi {

    /** A body. */
    record Article(String id, String name, int pieces) {}

    /** The color of an article. */
    enum Color {
        RED,
        GREEN
    }

    /** A bean of parameters. */
    final class Filter {

        @QueryParam("min")
        @DefaultValue("1")
        public Integer min;

        @HeaderParam("X-Shop")
        public String shop;

        @QueryParam("tag")
        public List<String> tags;
    }

    @GET
    @Path("/{id}")
    @Produces("application/json")
    Maybe<Article> find(@PathParam("id") String id);

    @GET
    @Path("/text/{id}/{rest: .*}")
    @Produces("text/plain")
    Single<String> text(
            @PathParam("id") String id,
            @PathParam("rest") String rest,
            @QueryParam("q") String query,
            @QueryParam("day") LocalDate day,
            @QueryParam("color") Color color,
            @QueryParam("tag") List<String> tags,
            @HeaderParam("X-Id") UUID header,
            @CookieParam("basket") String cookie,
            @MatrixParam("side") String matrix,
            @QueryParam("page") @DefaultValue("7") Integer page);

    @GET
    @Path("/beans")
    @Produces("text/plain")
    Single<String> bean(@BeanParam Filter filter);

    @POST
    @Consumes("application/json")
    @Produces("application/json")
    Single<Article> create(Article article);

    @PUT
    @Path("/{id}")
    @Consumes("application/json")
    Completable replace(@PathParam("id") String id, Article article);

    @PATCH
    @Path("/{id}")
    @Consumes("text/plain")
    @Produces("text/plain")
    Single<String> rename(@PathParam("id") String id, String name);

    @DELETE
    @Path("/{id}")
    Completable remove(@PathParam("id") String id);

    @HEAD
    @Path("/heads/{id}")
    Single<Response> head(@PathParam("id") String id);

    @POST
    @Path("/forms")
    @Produces("text/plain")
    Single<String> form(@FormParam("name") String name, @FormParam("size") List<Integer> sizes);

    @POST
    @Path("/bytes")
    @Consumes("application/octet-stream")
    @Produces("application/octet-stream")
    Single<byte[]> reverse(byte[] bytes);

    @POST
    @Path("/uploads")
    @Consumes("application/octet-stream")
    @Produces("text/plain")
    Single<String> upload(Flowable<Buffer> content);

    @POST
    @Path("/imports")
    @Consumes("application/json")
    @Produces("text/plain")
    Single<String> importArray(Flowable<Article> articles);

    @POST
    @Path("/imports")
    @Consumes("application/x-ndjson")
    @Produces("text/plain")
    Single<String> importLines(Flowable<Article> articles);

    @GET
    @Path("/streams/json")
    @Produces("application/json")
    Flowable<Article> json(@QueryParam("count") int count);

    @GET
    @Path("/streams/lines")
    @Produces("application/x-ndjson")
    Flowable<Article> lines(@QueryParam("count") int count);

    @GET
    @Path("/streams/events")
    @Produces("text/event-stream")
    Flowable<Article> events(@QueryParam("count") int count);

    @GET
    @Path("/streams/pieces")
    @Produces("application/octet-stream")
    Flowable<Buffer> pieces(@QueryParam("count") int count);
}
