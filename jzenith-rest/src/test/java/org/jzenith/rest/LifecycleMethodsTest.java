package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Module;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.processors.UnicastProcessor;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.context.RequestScoped;
import org.jzenith.test.internal.log.LogLines;

/** The methods with {@code @PostConstruct} and {@code @PreDestroy} of resources and providers. */
final class LifecycleMethodsTest {

    /** The calls of the objects of one application, in order. */
    static final class Calls {

        private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

        void add(final String call) {
            all.add(call);
        }

        String next() throws InterruptedException {
            return all.poll(20, TimeUnit.SECONDS);
        }

        List<String> rest() {
            return List.copyOf(all);
        }
    }

    private final Calls calls = new Calls();
    private final UnicastProcessor<String> source = UnicastProcessor.create();
    private final Module module = binder -> {
        binder.bind(Calls.class).toInstance(calls);
        binder.bind(new TypeLiteral<Flowable<String>>() {}).toInstance(source);
    };

    abstract static class Middle extends Base {

        @PostConstruct
        void prepare() {
            calls.add("never");
        }

        @PreDestroy
        protected void close() {
            calls.add("never");
        }
    }

    abstract static class Base {

        @Inject
        Calls calls;

        @PostConstruct
        private void open() {
            calls.add("base opened");
        }
    }

    @Path("books")
    public static final class Books extends Middle {

        @Context
        UriInfo uri;

        @QueryParam("how")
        String how;

        @Inject
        Flowable<String> source;

        @Override
        @PostConstruct
        void prepare() {
            calls.add("prepared for " + uri.getPath());
            if ("failing".equals(how)) {
                throw new IllegalStateException("not today");
            }
            if ("forbidden".equals(how)) {
                throw new ForbiddenException();
            }
        }

        @GET
        public String get() {
            calls.add("called");
            return "books";
        }

        @GET
        @Path("stream")
        @Produces("text/plain")
        public Flowable<String> stream() {
            return source.doOnSubscribe(started -> calls.add("streaming"));
        }

        @Override
        @PreDestroy
        protected void close() {
            calls.add("closed for " + uri.getPath());
        }
    }

    @Test
    void aResourceOfARequestIsPreparedAfterItsFieldsAndClosedAfterTheResponse() throws Exception {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Books.class), module)) {
            assertThat(server.get("/books").status()).isEqualTo(200);
            assertThat(calls.next()).isEqualTo("base opened");
            assertThat(calls.next()).isEqualTo("prepared for /books");
            assertThat(calls.next()).isEqualTo("called");
            assertThat(calls.next()).isEqualTo("closed for /books");
        }
        assertThat(calls.rest()).isEmpty();
    }

    @Test
    void aStreamIsOverWhenTheResourceIsClosed() throws Exception {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Books.class), module);
                RawClient client = RawClient.to(server)) {
            client.send("GET /books/stream HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(calls.next()).isEqualTo("base opened");
            assertThat(calls.next()).isEqualTo("prepared for /books/stream");
            assertThat(calls.next()).isEqualTo("streaming");
            source.onNext("one");
            assertThat(client.answer()).contains("200");
            assertThat(client.chunk()).contains("one");
            assertThat(calls.rest()).isEmpty();
            source.onComplete();
            assertThat(calls.next()).isEqualTo("closed for /books/stream");
        }
    }

    @Test
    void aFailedPreparationFailsTheRequest() throws Exception {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(Books.class).withMapping(IllegalArgumentException.class, 400), module)) {
            assertThat(server.get("/books?how=failing").status()).isEqualTo(500);
            assertThat(server.get("/books?how=forbidden").status()).isEqualTo(403);
        }
        assertThat(calls.rest()).contains("prepared for /books").doesNotContain("called", "closed for /books");
    }

    @Path("torn")
    public static final class Torn {

        @GET
        public String get() {
            return "torn";
        }

        @PreDestroy
        void tear() {
            throw new IllegalStateException("torn apart");
        }
    }

    @Test
    void aFailedCloseIsLogged() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = RunningServer.of(RestPlugin.withResources(Torn.class))) {
            assertThat(server.get("/torn").body()).isEqualTo("torn");
            assertThat(log.next("@PreDestroy").getFormattedMessage()).contains("Torn.tear()");
            assertThat(server.get("/torn").body()).isEqualTo("torn");
        }
    }

    @RequestScoped
    @Path("shared")
    public static final class Shared {

        @Inject
        Calls calls;

        @Context
        ResourceContext resources;

        @PostConstruct
        void open() {
            calls.add("opened");
        }

        @GET
        public String get() {
            resources.getResource(Unbound.class);
            return String.valueOf(resources.getResource(Shared.class) == this);
        }

        @Path("child")
        public Class<Unbound> child() {
            return Unbound.class;
        }

        @PreDestroy
        void close() {
            calls.add("closed");
        }
    }

    public static final class Unbound {

        @Inject
        Calls calls;

        @PostConstruct
        void open() {
            calls.add("unbound opened");
        }

        @GET
        public String get() {
            return "child";
        }

        @PreDestroy
        void close() {
            calls.add("unbound closed");
        }
    }

    @Test
    void whatARequestSharesIsPreparedOnceAndSoIsWhatItAsksFor() throws Exception {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Shared.class), module)) {
            assertThat(server.get("/shared").body()).isEqualTo("true");
            assertThat(calls.next()).isEqualTo("opened");
            assertThat(calls.next()).isEqualTo("unbound opened");
            assertThat(List.of(calls.next(), calls.next())).containsExactlyInAnyOrder("closed", "unbound closed");
            assertThat(server.get("/shared/child").body()).isEqualTo("child");
            assertThat(calls.next()).isEqualTo("opened");
            assertThat(calls.next()).isEqualTo("unbound opened");
            assertThat(List.of(calls.next(), calls.next())).containsExactlyInAnyOrder("closed", "unbound closed");
        }
    }

    @Singleton
    @Path("counter")
    public static final class Counter {

        @Inject
        Calls calls;

        @Context
        UriInfo uri;

        @PostConstruct
        void open() {
            calls.add("counter opened, " + (uri != null));
        }

        @GET
        public String get() {
            calls.add("called");
            return "counted";
        }

        @PreDestroy
        void close() {
            calls.add("counter closed");
            throw new IllegalStateException("not counted");
        }
    }

    public static final class Filter implements ContainerRequestFilter {

        @Inject
        Calls calls;

        @PostConstruct
        void open() {
            calls.add("filter opened");
        }

        @Override
        public void filter(final ContainerRequestContext request) {
            calls.add("filtered");
        }

        @PreDestroy
        void close() {
            calls.add("filter closed");
        }
    }

    private static final class Shop extends Application {

        private final Calls calls;
        private final Object singleton;

        Shop(final Calls calls) {
            this.calls = calls;
            this.singleton = new Single(calls);
        }

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Counter.class, Filter.class);
        }

        @Override
        @SuppressWarnings("deprecation")
        public Set<Object> getSingletons() {
            return Set.of(singleton);
        }

        @PostConstruct
        private void open() {
            calls.add("shop opened");
        }

        @PreDestroy
        private void close() {
            calls.add("shop closed");
        }
    }

    @Path("single")
    public static final class Single {

        private final Calls calls;

        Single(final Calls calls) {
            this.calls = calls;
        }

        @PostConstruct
        void open() {
            calls.add("single opened");
        }

        @GET
        public String get() {
            return "single";
        }

        @PreDestroy
        void close() {
            calls.add("single closed");
        }
    }

    @Test
    void singletonsAreStartedBeforeTheFirstRequestAndStoppedInReverse() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith")) {
            try (RunningServer server = RunningServer.of(RestPlugin.withApplication(new Shop(calls)), module)) {
                assertThat(calls.rest())
                        .containsExactly("shop opened", "filter opened", "counter opened, true", "single opened");
                assertThat(server.get("/counter").body()).isEqualTo("counted");
                assertThat(server.get("/counter").body()).isEqualTo("counted");
            }
            assertThat(calls.rest().subList(4, calls.rest().size()))
                    .containsExactly(
                            "filtered",
                            "called",
                            "filtered",
                            "called",
                            "single closed",
                            "counter closed",
                            "filter closed",
                            "shop closed");
            assertThat(log.next("@PreDestroy").getFormattedMessage()).contains("Counter.close()");
        }
    }

    public static final class FailingFilter implements ContainerRequestFilter {

        @PostConstruct
        void open() {
            throw new IllegalStateException("no key");
        }

        @Override
        public void filter(final ContainerRequestContext request) {}
    }

    @Test
    void aFailedStartOfASingletonFailsTheStartAndStopsTheOthers() {
        assertThatThrownBy(() -> RunningServer.of(
                        RestPlugin.withApplication(new Shop(calls)).withProviders(FailingFilter.class), module))
                .hasMessageContaining("FailingFilter.open(), which has @PostConstruct, failed: ")
                .hasMessageContaining("no key");
        assertThat(calls.rest()).containsExactly("shop opened", "filter opened", "filter closed", "shop closed");
    }

    @Path("wrong")
    public static final class Wrong {

        @PostConstruct
        static void once() {}

        @PreDestroy
        void close(final String how) {}

        @GET
        public String get() {
            return "wrong";
        }
    }

    @Singleton
    @Path("late")
    public static final class Late {

        @PostConstruct
        Completable open() {
            return Completable.complete();
        }

        @PreDestroy
        void first() {}

        @PreDestroy
        void second() {}

        @GET
        public String get() {
            return "late";
        }
    }

    @Test
    void aWrongMethodFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(Wrong.class, Late.class)))
                .hasMessageContaining("Wrong.once() has @PostConstruct and is static.")
                .hasMessageContaining("Wrong.close(String) has @PreDestroy and takes parameters.")
                .hasMessageContaining("Late.open() has @PostConstruct and returns Completable.")
                .hasMessageContaining("Late has 2 methods with @PreDestroy: first, second.");
    }
}
