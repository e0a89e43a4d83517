package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Variant;
import java.util.List;
import java.util.Locale;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpResponse;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RunningServer.Answer;

/** Headers that a method adds through the request or through RESTEasy's response are in every response. */
final class VaryTest {

    private static final int COLD_AND_WARM = 4;

    private static final List<Variant> VARIANTS = Variant.languages(Locale.ENGLISH, Locale.GERMAN)
            .mediaTypes(MediaType.TEXT_PLAIN_TYPE, MediaType.APPLICATION_JSON_TYPE)
            .add()
            .build();

    /** A resource without filters. */
    @Path("/plain")
    @Produces({"text/plain", "application/json"})
    public static final class Plain {

        private final Request request;

        Plain(final Request request) {
            this.request = request;
        }

        @GET
        public String now() {
            return "now " + request.selectVariant(VARIANTS).getLanguage();
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.fromCallable(
                    () -> "later " + request.selectVariant(VARIANTS).getLanguage());
        }

        @GET
        @Path("sometimes/{number}")
        public String sometimes(@PathParam("number") final int number) {
            if (number > 1) {
                request.selectVariant(VARIANTS);
            }
            return "sometimes";
        }

        @GET
        @Path("missing")
        public String missing(@QueryParam("fail") final boolean fail) {
            request.selectVariant(VARIANTS);
            if (fail) {
                throw new NotFoundException();
            }
            return "there";
        }

        @GET
        @Path("header")
        public String header() {
            final HttpResponse response = ResteasyContext.getContextData(HttpResponse.class);
            response.getOutputHeaders().add("X-Own", "a");
            response.addNewCookie(new NewCookie.Builder("c").value("1").build());
            return "header";
        }
    }

    @Path("/resteasy")
    @Produces({"text/plain", "application/json"})
    public static final class ByResteasy {

        @GET
        public String now(@Context final Request request) {
            return "now " + request.selectVariant(VARIANTS).getLanguage();
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking(@Context final Request request) {
            return "blocking " + request.selectVariant(VARIANTS).getLanguage();
        }

        @GET
        @Path("header")
        public String header(@Context final HttpResponse response) {
            response.getOutputHeaders().add("X-Own", "a");
            response.addNewCookie(new NewCookie.Builder("c").value("1").build());
            return "header";
        }

        @GET
        @Path("both")
        public Response both(@Context final Request request) {
            request.selectVariant(VARIANTS);
            return Response.ok("both").header(HttpHeaders.VARY, "Origin").build();
        }
    }

    static final class CorsFilter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add(HttpHeaders.VARY, "Origin");
        }
    }

    private static RunningServer server() {
        return RunningServer.of(RestPlugin.withResources(Plain.class, ByResteasy.class));
    }

    private static List<String> vary(final Answer answer) {
        return answer.response().headers().allValues("Vary").stream()
                .flatMap(line -> List.of(line.split(", *")).stream())
                .sorted()
                .toList();
    }

    @Test
    void theVaryOfASelectedVariantIsInEveryAnswer() {
        try (RunningServer server = server()) {
            for (int time = 0; time < COLD_AND_WARM; time++) {
                for (final String path : List.of("/plain", "/plain/later", "/resteasy", "/resteasy/blocking")) {
                    for (final String accept : List.of("text/plain", "application/json", "*/*")) {
                        final Answer answer = server.get(path, "Accept", accept, "Accept-Language", "de");
                        assertThat(answer.status()).as(path).isEqualTo(200);
                        assertThat(answer.body()).endsWith(" de");
                        assertThat(vary(answer)).as(path + " " + time).containsExactly("Accept", "Accept-Language");
                    }
                }
            }
        }
    }

    @Test
    void itIsInErrorsAndInTheAnswersAfterThem() {
        try (RunningServer server = server()) {
            for (int time = 0; time < COLD_AND_WARM; time++) {
                assertThat(vary(server.get("/plain/missing"))).containsExactly("Accept", "Accept-Language");
                final Answer missing = server.get("/plain/missing?fail=true");
                assertThat(missing.status()).isEqualTo(404);
                assertThat(vary(missing)).containsExactly("Accept", "Accept-Language");
            }
        }
    }

    @Test
    void anAnswerVariesOnlyIfItsOwnRequestSelectedAVariant() {
        try (RunningServer server = server()) {
            for (int number = 0; number < COLD_AND_WARM; number++) {
                final List<String> vary = vary(server.get("/plain/sometimes/" + number));
                assertThat(vary).isEqualTo(number > 1 ? List.of("Accept", "Accept-Language") : List.of("Accept"));
            }
            assertThat(vary(server.get("/plain/sometimes/1"))).containsExactly("Accept");
        }
    }

    @Test
    void headersSetThroughTheResponseOfResteasyAreInEveryAnswer() {
        try (RunningServer server = server()) {
            for (int time = 0; time < COLD_AND_WARM; time++) {
                for (final String path : List.of("/plain/header", "/resteasy/header")) {
                    for (final String accept : List.of("text/plain", "application/json")) {
                        final Answer answer = server.get(path, "Accept", accept);
                        assertThat(answer.response().headers().allValues("X-Own"))
                                .as(path + " " + time)
                                .containsExactly("a");
                        assertThat(answer.header("Set-Cookie")).startsWith("c=1");
                    }
                }
            }
        }
    }

    @Test
    void whatAResponseOrAFilterVariesByIsAddedToIt() {
        try (RunningServer server = server()) {
            assertThat(vary(server.get("/resteasy/both"))).containsExactly("Accept", "Accept-Language", "Origin");
        }
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(Plain.class, ByResteasy.class).withProviders(CorsFilter.class))) {
            for (final String path : List.of("/plain", "/resteasy", "/resteasy/blocking")) {
                assertThat(vary(server.get(path))).containsExactly("Accept", "Accept-Language", "Origin");
            }
            assertThat(vary(server.get("/resteasy/header"))).containsExactly("Accept", "Origin");
        }
    }
}
