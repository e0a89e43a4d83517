package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestScoped;
import org.slf4j.MDC;

/** The context of a request follows its work, and only its own. */
final class ContextTest {

    @RequestScoped
    static class Notebook {
        final String owner;

        @Inject
        Notebook(final HttpHeaders headers) {
            owner = headers.getHeaderString("X-Number");
        }
    }

    @Path("/threads")
    @Produces("text/plain")
    public static final class ThreadChanges {

        @Context
        private UriInfo field;

        private final HttpHeaders injected;
        private final Provider<Notebook> notebook;

        @Inject
        ThreadChanges(final HttpHeaders injected, final Provider<Notebook> notebook) {
            this.injected = injected;
            this.notebook = notebook;
        }

        @GET
        public Single<String> changeThreads(
                @HeaderParam("X-Number") final String number, @Context final HttpHeaders parameter) {
            MDC.put("number", number);
            return Single.just(number)
                    .map(n -> check(n, parameter))
                    .observeOn(Schedulers.computation())
                    .map(n -> check(n, parameter))
                    .flatMap(n -> Single.timer(1, TimeUnit.MILLISECONDS, Schedulers.io())
                            .map(t -> n))
                    .map(n -> check(n, parameter))
                    .flatMap(n -> Single.fromCallable(() -> check(n, parameter)).subscribeOn(Schedulers.io()))
                    .observeOn(Schedulers.newThread())
                    .map(n -> check(n, parameter));
        }

        private String check(final String number, final HttpHeaders parameter) {
            assertThat(injected.getHeaderString("X-Number")).isEqualTo(number);
            assertThat(parameter.getHeaderString("X-Number")).isEqualTo(number);
            assertThat(field.getQueryParameters().getFirst("number")).isEqualTo(number);
            assertThat(MDC.get("number")).isEqualTo(number);
            assertThat(MDC.get(RequestContext.MDC_KEY)).isEqualTo("id-" + number);
            assertThat(RequestContext.current().id()).isEqualTo("id-" + number);
            assertThat(notebook.get().owner).isEqualTo(number);
            return number;
        }
    }

    @Path("/scopes")
    public static final class PerRequest {

        static final AtomicInteger MADE = new AtomicInteger();

        @Inject
        PerRequest() {
            MADE.incrementAndGet();
        }

        @GET
        public String get() {
            return "";
        }
    }

    @Singleton
    @Path("/once")
    public static final class Once {

        static final AtomicInteger MADE = new AtomicInteger();

        @Context
        private UriInfo uri;

        @Inject
        Once() {
            MADE.incrementAndGet();
        }

        @GET
        public String get() {
            return uri.getPath() + "?" + uri.getRequestUri().getQuery();
        }
    }

    @Test
    void noRequestSeesAnother() throws Exception {
        final AbstractModule module = new AbstractModule() {
            @Override
            protected void configure() {
                bind(Notebook.class);
            }
        };
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(ThreadChanges.class), module)) {
            final HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            int number = 0;
            for (int round = 0; round < 10; round++) {
                final List<CompletableFuture<Void>> answers = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    final String mine = Integer.toString(number++);
                    answers.add(client.sendAsync(
                                    HttpRequest.newBuilder(URI.create(
                                                    server.application().uri() + "/threads?number=" + mine))
                                            .header("X-Number", mine)
                                            .header("X-Request-Id", "id-" + mine)
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .thenAccept(answer -> {
                                assertThat(answer.body()).isEqualTo(mine);
                                assertThat(answer.headers().firstValue("X-Request-Id"))
                                        .contains("id-" + mine);
                            }));
                }
                CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                        .get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void anUnscopedResourceIsMadeForEachRequestAndASingletonOnce() {
        PerRequest.MADE.set(0);
        Once.MADE.set(0);
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(PerRequest.class, Once.class))) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/scopes").status()).isEqualTo(200);
                assertThat(server.get("/once?i=" + i).body()).isEqualTo("/once?i=" + i);
            }
        }
        assertThat(PerRequest.MADE).hasValue(3);
        assertThat(Once.MADE).hasValue(1);
    }
}
