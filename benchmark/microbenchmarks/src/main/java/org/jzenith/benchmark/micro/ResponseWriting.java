package org.jzenith.benchmark.micro;

import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Measures how a method's result becomes a response; all paths are literal. */
public class ResponseWriting extends Steps {

    /** The first is what the others are compared with; the last is always written by RESTEasy. */
    @Param({"/text", "/single", "/maybe", "/bytes", "/buffer", "/object", "/objects", "/response"})
    public String path = "/text";

    /** Measures the paths of {@link Resource}. */
    public ResponseWriting() {
        super(Resource.class);
    }

    @Override
    Client connect(final int port, final int depth) throws IOException {
        return Client.of(port, path, depth);
    }

    /** One method for each kind of result. */
    @Singleton
    @Path("/")
    public static final class Resource {

        private static final String TEXT = "Hello, World!";
        private static final List<World> WORLDS = IntStream.range(0, 20)
                .mapToObj(i -> new World(i * 379, i * 491))
                .toList();

        /** Made by Guice. */
        public Resource() {}

        /** A text. */
        @GET
        @Path("text")
        @Produces("text/plain")
        public String text() {
            return TEXT;
        }

        /** Returns the document as a Single. */
        @GET
        @Path("single")
        @Produces("text/plain")
        public Single<String> single() {
            return Single.just(TEXT);
        }

        /** Returns the document as a Maybe. */
        @GET
        @Path("maybe")
        @Produces("text/plain")
        public Maybe<String> maybe() {
            return Maybe.just(TEXT);
        }

        /** Returns the document as bytes. */
        @GET
        @Path("bytes")
        @Produces("text/plain")
        public byte[] bytes() {
            return TEXT.getBytes(StandardCharsets.UTF_8);
        }

        /** Returns the document as a Vert.x type. */
        @GET
        @Path("buffer")
        @Produces("text/plain")
        public Buffer buffer() {
            return Buffer.buffer(TEXT);
        }

        /** JSON with one field. */
        @GET
        @Path("object")
        @Produces("application/json")
        public Message object() {
            return new Message(TEXT);
        }

        /** JSON with twenty objects. */
        @GET
        @Path("objects")
        @Produces("application/json")
        public List<World> objects() {
            return WORLDS;
        }

        /** A text with a header of its own. */
        @GET
        @Path("response")
        @Produces("text/plain")
        public Response response() {
            return Response.ok(TEXT).header("X-Answer", "42").build();
        }
    }

    /** An object with one field. */
    public record Message(String message) {}

    /** An object with numbers. */
    public record World(int id, int randomNumber) {}
}
