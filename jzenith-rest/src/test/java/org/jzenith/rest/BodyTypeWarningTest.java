package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.body.Part;
import org.jzenith.test.internal.log.LogLines;

/**
 * A patch or parts under another media type fail the start, unless something of the application may make sense of them: a filter
 * may change media types, and a reader may read them.
 */
final class BodyTypeWarningTest {

    public record Book(String title) {}

    @Path("/patched")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PatchedResource {

        @PATCH
        @Consumes("application/json")
        public String merge(final MergePatch patch) {
            return patch.applyTo(new Book("before"), Book.class).title();
        }

        @POST
        @Consumes("application/octet-stream")
        public Single<Long> parts(final Flowable<Part> parts) {
            return parts.count();
        }
    }

    @Path("/unnamed")
    public static final class UnnamedResource {

        @POST
        public Completable parts(final Flowable<Part> parts) {
            return parts.ignoreElements();
        }
    }

    @Path("/read")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class ReadResource {

        @PATCH
        @Consumes("text/plain")
        public String merge(final MergePatch patch) {
            return patch.applyTo(new Book("before"), Book.class).title();
        }
    }

    /** Some clients send a patch as plain JSON. */
    @PreMatching
    static final class TypeFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            request.getHeaders().putSingle("X-Seen", "yes");
        }
    }

    /** A patch that is the title alone. */
    @Consumes("text/plain")
    static final class TitleReader implements MessageBodyReader<MergePatch> {

        @Override
        public boolean isReadable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == MergePatch.class;
        }

        @Override
        public MergePatch readFrom(
                final Class<MergePatch> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            final String title = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            return new MergePatch() {
                @Override
                public <T> T applyTo(final T present, final Class<T> target) {
                    return target.cast(new Book(title));
                }
            };
        }
    }

    private static List<String> warnings(final RestApi plugin) {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = RunningServer.of(plugin)) {
            assertThat(server.application()).isNotNull();
            return log.warnings();
        }
    }

    @Test
    void withAFilterThatMayChangeTypesTheStartWarns() {
        final List<String> warnings =
                warnings(RestPlugin.withResources(PatchedResource.class).withProviders(TypeFilter.class));
        assertThat(warnings)
                .anyMatch(line -> line.contains(
                                "PatchedResource.merge(MergePatch) takes MergePatch as application/json, and a"
                                        + " MergePatch is read from application/merge-patch+json alone.")
                        && line.contains("Write @Consumes(MergePatch.MEDIA_TYPE) on the method, or remove @Consumes."))
                .anyMatch(line -> line.contains("PatchedResource.parts(Flowable) takes Flowable<Part> as"
                                + " application/octet-stream, and parts are read from multipart/form-data alone.")
                        && line.contains("Add @Consumes(MediaType.MULTIPART_FORM_DATA) to the method."))
                .hasSize(2);
    }

    @Test
    void withoutOneItFails() {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> RunningServer.of(RestPlugin.withResources(PatchedResource.class))
                        .close());
        assertThat(refused.problems()).hasSize(2);
    }

    /** A filter cannot give a method a media type that it does not declare. */
    @Test
    void partsWithoutATypeFailInSpiteOfAFilter() {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> RunningServer.of(
                                RestPlugin.withResources(UnnamedResource.class).withProviders(TypeFilter.class))
                        .close());
        assertThat(refused.problems()).hasSize(1);
        assertThat(refused.problems().get(0).what()).contains("takes Flowable<Part> and has no @Consumes");
    }

    @Test
    void aReaderOfTheApplicationIsNoMistake() {
        final RestApi plugin = RestPlugin.withResources(ReadResource.class).withProviders(new TitleReader());
        assertThat(warnings(plugin)).isEmpty();
        try (RunningServer server = RunningServer.of(plugin)) {
            assertThat(server.send("PATCH", "/read", "after", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("after");
        }
    }
}
