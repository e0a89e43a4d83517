package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A writer of the application that takes every type writes results, and no problems. */
final class ProblemWriterTest {

    public static final class WriterOfAll implements MessageBodyWriter<Object> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return true;
        }

        @Override
        public void writeTo(
                final Object value,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream target)
                throws IOException {
            target.write("written".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        @GET
        @Path("found")
        public List<String> found() {
            return List.of("a");
        }

        @GET
        @Path("missing")
        public List<String> missing() {
            throw new NotFoundException();
        }
    }

    @Test
    void problemsAreWrittenAsTheyAre() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Resource.class).withProviders(WriterOfAll.class))) {
            assertThat(server.get("/found").body()).isEqualTo("written");
            final RunningServer.Answer missing = server.get("/missing");
            assertThat(missing.status()).isEqualTo(404);
            assertThat(missing.json().path("title").textValue()).isEqualTo("Not Found");
        }
    }
}
