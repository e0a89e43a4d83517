package org.jzenith.rest.internal.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URI;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.error.ProblemException;

/** An application's error texts reach its clients, however they are raised; those of libraries do not. */
final class OwnWordsTest {

    private static final Problem OUT_OF_CREDIT = Problem.of(403)
            .withType(URI.create("https://example.com/problems/out-of-credit"))
            .withTitle("You do not have enough credit.")
            .withDetail("Your balance is 30, but that costs 50.")
            .withInstance(URI.create("/account/12345"))
            .withMember("balance", 30)
            .withMember("accounts", List.of("/account/12345", "/account/67890"))
            .withMember("since", LocalDate.of(2026, 2, 3))
            .withMember("limits", Map.of("day", Arrays.asList(1.5, true, null)))
            .withHeader("X-Balance", "30");

    private static RunningServer server;

    private static final class OutOfCreditException extends ProblemException {
        private static final long serialVersionUID = 1L;

        OutOfCreditException() {
            super(OUT_OF_CREDIT);
        }
    }

    private static final class UnmappedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class ToProblemException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    record Isbn(String text) {}

    @Path("/")
    public static final class Orders {

        private static WebApplicationException own(final String kind) {
            return switch (kind) {
                case "message" -> new NotFoundException("There is no order 17.");
                case "problem" -> new ProblemException(OUT_OF_CREDIT);
                default -> new OutOfCreditException();
            };
        }

        @GET
        @Path("plain/{kind}")
        public String plain(@PathParam("kind") final String kind) {
            throw own(kind);
        }

        @POST
        @Path("body/{kind}")
        public String body(@PathParam("kind") final String kind, final String body) {
            throw own(kind);
        }

        @GET
        @Path("single/{kind}")
        public Single<String> single(@PathParam("kind") final String kind) {
            return Single.error(own(kind));
        }

        @GET
        @Path("maybe/{kind}")
        public Maybe<String> maybe(@PathParam("kind") final String kind) {
            return Maybe.error(own(kind));
        }

        @GET
        @Path("completable/{kind}")
        public Completable completable(@PathParam("kind") final String kind) {
            return Completable.error(own(kind));
        }

        @GET
        @Path("flowable/{kind}")
        public Flowable<String> flowable(@PathParam("kind") final String kind) {
            return Flowable.error(own(kind));
        }

        @GET
        @Path("stage/{kind}")
        public CompletionStage<String> stage(@PathParam("kind") final String kind) {
            return CompletableFuture.supplyAsync(() -> {
                throw own(kind);
            });
        }

        @GET
        @Path("blocking/{kind}")
        @Blocking
        public String blocking(@PathParam("kind") final String kind) {
            throw own(kind);
        }

        @GET
        @Path("suspended/{kind}")
        public void suspended(@PathParam("kind") final String kind, @Suspended final AsyncResponse response) {
            response.resume(own(kind));
        }

        @GET
        @Path("filtered/{kind}")
        public String filtered(@PathParam("kind") final String kind) {
            return kind;
        }

        @GET
        @Path("mapper")
        public String mapper() {
            throw new UnmappedException();
        }

        @GET
        @Path("mapping")
        public String mapping() {
            throw new ToProblemException();
        }

        @GET
        @Path("converted")
        public String converted(@QueryParam("isbn") final Isbn isbn) {
            return isbn.text();
        }

        @GET
        @Path("hands-on/{how}")
        public String handsOn(@PathParam("how") final String how) throws Exception {
            final Exception cause = new Exception("hunter2", new IllegalStateException("deep in there"));
            throw switch (how) {
                case "cause" -> new BadRequestException(cause);
                case "text" -> new BadRequestException("hunter2", cause);
                case "more" -> new BadRequestException("Sorry: hunter2!", cause);
                case "class" ->
                    new BadRequestException("Sorry: " + cause.getClass().getName(), cause);
                case "deep" -> new BadRequestException("deep in there", cause);
                case "blank" -> new BadRequestException(" ");
                case "resteasy" -> new BadRequestException("RESTEASY003210: Could not find it");
                default -> new IllegalStateException(how);
            };
        }
    }

    public static final class Filter implements ContainerRequestFilter {
        @Override
        public void filter(final ContainerRequestContext context) {
            final String path = context.getUriInfo().getPath();
            if (path.contains("filtered/")) {
                throw Orders.own(path.substring(path.lastIndexOf('/') + 1));
            }
        }
    }

    public static final class ToWords implements ExceptionMapper<UnmappedException> {
        @Override
        public Response toResponse(final UnmappedException error) {
            return Response.status(409)
                    .entity("{\"own\": true}")
                    .type("application/json")
                    .build();
        }
    }

    public static final class Converters implements ParamConverterProvider {
        @Override
        @SuppressWarnings("unchecked")
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            if (type != Isbn.class) {
                return null;
            }
            return (ParamConverter<T>) new ParamConverter<Isbn>() {
                @Override
                public Isbn fromString(final String text) {
                    throw text.equals("other") ? new IllegalArgumentException("hunter2") : Orders.own(text);
                }

                @Override
                public String toString(final Isbn isbn) {
                    return isbn.text();
                }
            };
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Orders.class)
                .withProviders(Filter.class, ToWords.class, Converters.class)
                .withMapping(ToProblemException.class, e -> OUT_OF_CREDIT));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain/",
                "single/",
                "maybe/",
                "completable/",
                "flowable/",
                "stage/",
                "blocking/",
                "suspended/",
                "filtered/",
                "converted?isbn="
            })
    void ownWordsReachTheClientWhicheverWayTheyAreSaid(final String way) {
        for (int i = 0; i < 3; i++) {
            expectOwnMessage(server.get("/" + way + "message"));
            expectOutOfCredit(server.get("/" + way + "problem", "Accept", "image/png, */*;q=0.1"));
            expectOutOfCredit(server.get("/" + way + "subclass"));
        }
    }

    @Test
    void ownWordsReachTheClientWhoSendsABody() {
        expectOwnMessage(server.post("/body/message", "{}"));
        expectOutOfCredit(server.post("/body/problem", "{}"));
    }

    @Test
    void aMappingMakesAProblemOfTheException() {
        expectOutOfCredit(server.get("/mapping"));
    }

    @Test
    void anExceptionMapperStillSaysItsOwn() {
        final Answer answer = server.get("/mapper");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json().path("own").booleanValue()).isTrue();
    }

    @Test
    void headHasTheHeadersOfAProblemAndNoBody() {
        final Answer answer = server.send("HEAD", "/plain/problem", null);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.header("X-Balance")).isEqualTo("30");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"cause", "text", "more", "class", "deep", "blank", "resteasy"})
    void wordsOfOthersDoNotReachTheClient(final String how) {
        final Answer answer = server.get("/hands-on/" + how);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").textValue()).isEqualTo("The request is malformed.");
    }

    @Test
    void wordsOfAConverterThatIsNotForClientsDoNotReachThem() {
        final Answer answer = server.get("/converted?isbn=other");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("detail").textValue())
                .isEqualTo("The query parameter 'isbn' has an invalid value: 'other'.");
    }

    @Test
    void wordsOfResteasyDoNotReachTheClient() {
        for (final Answer answer : List.of(
                server.get("/nowhere"),
                server.send("DELETE", "/mapper", null),
                server.get("/mapper", "Accept", "text/plain;q=nonsense"),
                server.get("/mapper", "Accept", "text/plain;q=0.12345"))) {
            assertThat(answer.status()).isBetween(400, 499);
            assertThat(answer.body()).doesNotContain("RESTEASY", "MALFORMED", "http://", "Exception");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"type", "title", "status", "detail", "instance", "id", "violations", "", "9a", "a b", "a-b"})
    void aMemberHasANameThatIsFree(final String name) {
        final Problem problem = Problem.of(400);
        assertThatThrownBy(() -> problem.withMember(name, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'")
                .hasMessageContaining("Problem.withMember(..)");
    }

    @Test
    void aProblemIsAnError() {
        assertThatThrownBy(() -> Problem.of(200))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("200");
    }

    @Test
    void aHeaderOfAProblemCannotBringAnother() {
        final Problem problem = Problem.of(400);
        assertThatThrownBy(() -> problem.withHeader("X-A", "a\r\nX-B: b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a\\r\\nX-B");
        assertThatThrownBy(() -> problem.withHeader("X A", "a")).isInstanceOf(IllegalArgumentException.class);
    }

    private static void expectOwnMessage(final Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().path("detail").textValue()).isEqualTo("There is no order 17.");
        assertThat(answer.json().path("type").textValue()).isEqualTo("about:blank");
    }

    private static void expectOutOfCredit(final Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(403);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.response().headers().allValues("X-Balance")).containsExactly("30");
        final JsonNode problem = answer.json();
        assertThat(problem.path("type").textValue()).isEqualTo("https://example.com/problems/out-of-credit");
        assertThat(problem.path("title").textValue()).isEqualTo("You do not have enough credit.");
        assertThat(problem.path("status").intValue()).isEqualTo(403);
        assertThat(problem.path("detail").textValue()).isEqualTo("Your balance is 30, but that costs 50.");
        assertThat(problem.path("instance").textValue()).isEqualTo("/account/12345");
        assertThat(problem.path("balance").intValue()).isEqualTo(30);
        assertThat(problem.path("accounts").get(1).textValue()).isEqualTo("/account/67890");
        assertThat(problem.path("since").textValue()).isEqualTo("2026-02-03");
        assertThat(problem.path("limits").toString()).isEqualTo("{\"day\":[1.5,true,null]}");
        assertThat(problem.has("id")).isFalse();
    }
}
