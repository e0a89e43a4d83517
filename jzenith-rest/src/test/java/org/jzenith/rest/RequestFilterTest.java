package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RunningServer.Answer;

/** Headers as request filters see and change them (Jakarta REST 3.1, 6.2). */
final class RequestFilterTest {

    /** The first answer and the later ones are the same. */
    private static final int COLD_AND_WARM = 3;

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Stamped {}

    record Note(String text) {}

    /** Does to a request what the request asks for in its header X-Do. */
    @PreMatching
    static final class EarlyFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final MultivaluedMap<String, String> headers = request.getHeaders();
            for (final String step : headers.getOrDefault("x-do", List.of())) {
                final String[] words = step.split(" ", 3);
                switch (words[0]) {
                    case "set" -> headers.putSingle(words[1], words[2]);
                    case "add" -> headers.add(words[1], words[2]);
                    case "remove" -> headers.remove(words[1]);
                    default -> throw new IllegalArgumentException(step);
                }
            }
        }
    }

    /** Has two representations. */
    @Path("/either")
    @Produces({"application/json", "text/plain"})
    public static final class Either {

        @GET
        public String either() {
            return "either";
        }
    }

    /** Changes what is accepted, after the method was chosen for it. */
    static final class LateAccept implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getHeaderString("X-Swap") != null) {
                request.getHeaders().putSingle("Accept", request.getHeaderString("X-Swap"));
            }
        }
    }

    @Test
    void aFilterThatChangesAcceptChangesNoLaterAnswer() {
        try (RunningServer either =
                RunningServer.of(RestPlugin.withResources(Either.class).withProviders(new LateAccept()))) {
            either.get("/either", "Accept", "text/plain", "X-Swap", "application/json");
            assertThat(either.get("/either", "Accept", "application/json").header("Content-Type"))
                    .isEqualTo("application/json");
            assertThat(either.get("/either", "Accept", "text/plain").header("Content-Type"))
                    .startsWith("text/plain");
        }
    }

    static final class LateFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            request.getHeaders().add("X-Trail", "late");
        }
    }

    @Stamped
    static final class StampingFilter implements ContainerRequestFilter, ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            request.getHeaders()
                    .add("X-Trail", "stamped " + request.getHeaders().size());
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders()
                    .putSingle("X-Seen", String.join(",", request.getHeaders().get("X-Trail")));
        }
    }

    @Path("/echo")
    public static final class Echo {

        private final HttpHeaders injected;

        Echo(final HttpHeaders injected) {
            this.injected = injected;
        }

        @GET
        @Produces("text/plain")
        public String text(@HeaderParam("X-Trail") final List<String> trail) {
            return "text " + trail + " " + injected.getHeaderString("X-Trail");
        }

        @GET
        @Produces("application/json")
        public Note json() {
            return new Note(injected.getHeaderString("X-Trail"));
        }

        @POST
        @Consumes("text/plain")
        @Produces("text/plain")
        public String text(final String text) {
            return "text " + text;
        }

        @POST
        @Consumes("application/json")
        @Produces("text/plain")
        public Single<String> note(final Single<Note> note) {
            return note.map(Note::text);
        }

        @GET
        @Path("entries")
        @Produces("text/plain")
        public String entries(@Context final HttpHeaders headers) {
            return headers.getRequestHeaders().entrySet().stream()
                    .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).startsWith("x-trail"))
                    .findFirst()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .orElse("nothing");
        }

        @GET
        @Path("cookies")
        @Produces("text/plain")
        public String cookies(@CookieParam("a") final String a, @Context final HttpHeaders headers) {
            return a + " " + headers.getCookies().keySet();
        }

        @GET
        @Path("blocking")
        @Blocking
        @Produces("text/plain")
        public String blocking(@HeaderParam("X-Trail") final String trail) {
            return trail + " " + injected.getHeaderString("X-Trail");
        }

        @GET
        @Path("suspended")
        @Produces("text/plain")
        public void suspended(@Suspended final AsyncResponse response) {
            Schedulers.io().scheduleDirect(() -> response.resume(injected.getHeaderString("X-Trail")));
        }

        @GET
        @Path("plain")
        @Produces("text/plain")
        public Single<String> plain() {
            return Single.just("plain")
                    .observeOn(Schedulers.computation())
                    .map(text -> text + " " + injected.getHeaderString("X-Trail"));
        }

        @GET
        @Path("stamped")
        @Stamped
        @Produces("text/plain")
        public String stamped(@HeaderParam("X-Trail") final String trail) {
            return trail;
        }
    }

    private static void assertBody(
            final RunningServer server, final String body, final String path, final String... headers) {
        for (int time = 0; time < COLD_AND_WARM; time++) {
            final Answer answer = server.get(path, headers);
            assertThat(answer.body()).as(path).isEqualTo(body);
            assertThat(answer.status()).isEqualTo(200);
        }
    }

    private static RunningServer server(final Object... filters) {
        return RunningServer.of(RestPlugin.withResources(Echo.class).withProviders(filters));
    }

    @Test
    void headersChangedBeforeMatchingAreSeenByTheResource() {
        try (RunningServer server = server(EarlyFilter.class)) {
            final String[] added = {"Accept", "text/plain", "X-Trail", "client", "X-Do", "add x-trail filter"};
            assertBody(server, "text [client, filter] client,filter", "/echo", added);
            assertBody(server, "X-Trail=[client, filter]", "/echo/entries", added);
            assertBody(server, "client client,filter", "/echo/blocking", added);
            assertBody(server, "client,filter", "/echo/suspended", added);
            assertBody(server, "plain client,filter", "/echo/plain", added);
            assertBody(server, "nothing", "/echo/entries", "X-Trail", "client", "X-Do", "remove x-trail");
        }
    }

    /** Looks at the types of the bodies before they are checked. */
    @PreMatching
    static final class TypeFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            request.getAcceptableMediaTypes();
            request.getMediaType();
        }
    }

    @Test
    void aMalformedTypeThatAFilterReadsIs400() {
        try (RunningServer server = server(TypeFilter.class)) {
            assertThat(server.get("/echo", "Accept", "text").status()).isEqualTo(400);
            assertThat(server.get("/echo", "Content-Type", "text").status()).isEqualTo(400);
        }
    }

    @Test
    void anAcceptChangedBeforeMatchingChoosesTheRepresentation() {
        try (RunningServer server = server(EarlyFilter.class)) {
            assertBody(server, "text [] null", "/echo", "Accept", "application/json", "X-Do", "set Accept text/plain");
            assertBody(
                    server,
                    "{\"text\":\"a\"}",
                    "/echo",
                    "Accept",
                    "text/plain",
                    "X-Trail",
                    "a",
                    "X-Do",
                    "set accept application/json");
            assertThat(server.get("/echo", "Accept", "text/plain", "X-Do", "set Accept image/png")
                            .status())
                    .isEqualTo(406);
        }
    }

    @Test
    void aContentTypeChangedBeforeMatchingChoosesTheMethodAndTheReader() {
        try (RunningServer server = server(EarlyFilter.class)) {
            assertThat(server.post(
                                    "/echo",
                                    "{\"text\":\"a\"}",
                                    "Content-Type",
                                    "text/plain",
                                    "X-Do",
                                    "set content-type application/json")
                            .body())
                    .isEqualTo("a");
            assertThat(server.post(
                                    "/echo",
                                    "a",
                                    "Content-Type",
                                    "application/json",
                                    "X-Do",
                                    "set Content-Type text/plain")
                            .body())
                    .isEqualTo("text a");
            assertThat(server.post("/echo", "a", "Content-Type", "text/plain", "X-Do", "set Content-Type image/png")
                            .status())
                    .isEqualTo(415);
        }
    }

    @Test
    void cookiesAreThoseThatTheFilterLeaves() {
        try (RunningServer server = server(EarlyFilter.class)) {
            assertBody(server, "1 [a]", "/echo/cookies", "Cookie", "a=1");
            assertBody(server, "null []", "/echo/cookies", "Cookie", "a=1", "X-Do", "remove Cookie");
            assertBody(server, "2 [a]", "/echo/cookies", "Cookie", "b=1", "X-Do", "set Cookie a=2");
        }
    }

    @Test
    void headersChangedAfterMatchingAreSeenByTheResource() {
        try (RunningServer server = server(LateFilter.class)) {
            assertBody(server, "text [late] late", "/echo", "Accept", "text/plain");
            assertBody(server, "{\"text\":\"late\"}", "/echo", "Accept", "application/json");
            assertBody(server, "late late", "/echo/blocking");
            assertBody(server, "late", "/echo/suspended");
            assertBody(server, "plain late", "/echo/plain");
        }
    }

    @Test
    void aFilterBoundToOneMethodSeesAndChangesItsHeadersOnly() {
        try (RunningServer server = server(StampingFilter.class)) {
            for (int time = 0; time < COLD_AND_WARM; time++) {
                final Answer stamped = server.get("/echo/stamped");
                assertThat(stamped.body()).startsWith("stamped ");
                assertThat(stamped.header("X-Seen")).isEqualTo(stamped.body());
                assertThat(server.get("/echo/plain").body()).isEqualTo("plain null");
            }
        }
    }
}
