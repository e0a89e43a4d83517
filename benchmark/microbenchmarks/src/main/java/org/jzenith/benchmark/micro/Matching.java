package org.jzenith.benchmark.micro;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.util.UUID;
import org.openjdk.jmh.annotations.Param;

/** Measures matching and arguments; all methods return the same text. */
public class Matching extends Steps {

    /** The first is what the others are compared with. */
    @Param({
        "/literal",
        "/text/some-text",
        "/number/4711",
        "/uuid/f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "/query?number=4711",
        "/expression/4711",
        "/header"
    })
    public String path = "/literal";

    /** Measures the paths of {@link Resource}. */
    public Matching() {
        super(Resource.class);
    }

    @Override
    Client connect(final int port, final int depth) throws IOException {
        return Client.of(port, path, depth);
    }

    /** One method for each kind of parameter. */
    @Singleton
    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        private static final Single<String> ANSWER = Single.just("Hello, World!");

        /** Made by Guice. */
        public Resource() {}

        /** A path without parameters. */
        @GET
        @Path("literal")
        public Single<String> literal() {
            return ANSWER;
        }

        /** A segment as it is. */
        @GET
        @Path("text/{text}")
        public Single<String> text(@PathParam("text") final String text) {
            return text.isEmpty() ? Single.never() : ANSWER;
        }

        /** A number in the path. */
        @GET
        @Path("number/{number}")
        public Single<String> number(@PathParam("number") final int number) {
            return number == 0 ? Single.never() : ANSWER;
        }

        /** An id in the path. */
        @GET
        @Path("uuid/{id}")
        public Single<String> uuid(@PathParam("id") final UUID id) {
            return id.version() == 0 ? Single.never() : ANSWER;
        }

        /** A number in the query. */
        @GET
        @Path("query")
        public Single<String> query(@QueryParam("number") final int number) {
            return number == 0 ? Single.never() : ANSWER;
        }

        /** A regular expression. */
        @GET
        @Path("expression/{number: [0-9]+}")
        public Single<String> expression(@PathParam("number") final int number) {
            return number == 0 ? Single.never() : ANSWER;
        }

        /** A header. */
        @GET
        @Path("header")
        public Single<String> header(@HeaderParam("Accept") final String accept) {
            return accept.isEmpty() ? Single.never() : ANSWER;
        }
    }
}
