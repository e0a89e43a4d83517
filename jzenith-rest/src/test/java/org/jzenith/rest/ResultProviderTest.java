package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.pipeline.ResultConversion;

/** A plugin adds the results of another library. */
final class ResultProviderTest {

    record Lazy<T>(T value) {}

    record Stage<T>(T value) {}

    record Work<T>() {}

    record Elements<T>(List<T> values) {}

    record User(String name) {}

    @Path("/")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class Results {

        @GET
        @Path("lazy")
        public Lazy<User> lazy() {
            return new Lazy<>(new User("a"));
        }

        @GET
        @Path("empty")
        public Lazy<User> empty() {
            return new Lazy<>(null);
        }

        @GET
        @Path("stage")
        public Stage<User> stage() {
            return new Stage<>(new User("a"));
        }

        @GET
        @Path("work")
        public Work<Void> work() {
            return new Work<>();
        }

        @GET
        @Path("elements")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson"})
        public Elements<User> elements() {
            return new Elements<>(List.of(new User("a"), new User("b")));
        }

        @GET
        @Path("response")
        public Response response() {
            return Response.accepted(elements()).build();
        }

        @GET
        @Path("whole")
        @Produces("text/plain")
        public Elements<User> whole() {
            return elements();
        }
    }

    private static final class OtherLibrary implements Plugin {

        private final Function<Class<?>, ResultConversion> conversions;

        OtherLibrary(final Function<Class<?>, ResultConversion> conversions) {
            this.conversions = conversions;
        }

        @Override
        public String name() {
            return "other";
        }

        @Override
        public List<Module> modules() {
            return List.of(binder -> RestContribution.create()
                    .withResults(conversions::apply)
                    .withProviders(new WholeWriter())
                    .bind(binder));
        }
    }

    /** Takes the source as the method has returned it. */
    @Produces("text/plain")
    static final class WholeWriter implements MessageBodyWriter<Elements<?>> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return true;
        }

        @Override
        public void writeTo(
                final Elements<?> elements,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write(("all " + elements.values().size()).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static ResultConversion conversion(final Class<?> type) {
        if (type == Lazy.class) {
            return new ResultConversion(
                    Maybe.class,
                    given -> ((Lazy<?>) given).value() == null ? Maybe.empty() : Maybe.just(((Lazy<?>) given).value()));
        }
        if (type == Stage.class) {
            return new ResultConversion(
                    CompletionStage.class, given -> CompletableFuture.completedFuture(((Stage<?>) given).value()));
        }
        if (type == Work.class) {
            return new ResultConversion(Completable.class, given -> Completable.complete());
        }
        return type == Elements.class
                ? new ResultConversion(Flowable.class, given -> Flowable.fromIterable(((Elements<?>) given).values()))
                : null;
    }

    private static RunningServer start(final Function<Class<?>, ResultConversion> conversions) {
        final RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(Results.class), new OtherLibrary(conversions))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .run();
        return RunningServer.around(application);
    }

    @Test
    void resultsOfAnotherLibraryBehaveAsTheTypesThatTheyBecome() {
        try (RunningServer server = start(ResultProviderTest::conversion)) {
            assertThat(server.get("/lazy").body()).isEqualTo("{\"name\":\"a\"}");
            assertThat(server.get("/empty").status()).isEqualTo(404);
            assertThat(server.get("/stage").body()).isEqualTo("{\"name\":\"a\"}");
            assertThat(server.get("/work").status()).isEqualTo(204);
            assertThat(server.get("/elements").body()).isEqualTo("[{\"name\":\"a\"},{\"name\":\"b\"}]");
            assertThat(server.get("/elements", "Accept", "application/x-ndjson").body())
                    .isEqualTo("{\"name\":\"a\"}\n{\"name\":\"b\"}\n");
            assertThat(server.get("/response").status()).isEqualTo(202);
            assertThat(server.get("/response").body()).isEqualTo("[{\"name\":\"a\"},{\"name\":\"b\"}]");
        }
    }

    @Test
    void aWriterOfTheApplicationGetsTheResultItself() {
        try (RunningServer server = start(ResultProviderTest::conversion)) {
            assertThat(server.get("/whole").body()).isEqualTo("all 2");
        }
    }

    @Test
    void aConversionToATypeThatNobodyWaitsForFailsTheStart() {
        assertThatThrownBy(() -> start(type ->
                                type == Lazy.class ? new ResultConversion(List.class, List::of) : conversion(type))
                        .close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "A ResultProvider converts results to java.util.List, which jZenith does not wait for.");
    }
}
