package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.net.URI;
import java.time.LocalDate;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The examples of the documentation. */
final class RecipesTest {

    private static final ExecutorService EXECUTOR = Executors.newSingleThreadExecutor();

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(withLending()));

    @AfterAll
    static void endThread() {
        EXECUTOR.shutdown();
    }

    private static RestApi plugin() {
        // region plugin
        return RestPlugin.withResources(BookResource.class)
                .withProviders(AuditFilter.class)
                .withMapping(NoSuchBookException.class, 404, "There is no such book.");
        // endregion
    }

    private static RestApi withLending() {
        // region problem-mapping
        return plugin().withResources(LendingResource.class)
                .withMapping(
                        LentException.class,
                        e -> Problem.of(409)
                                .withDetail("The book is lent until " + e.until() + ".")
                                .withMember("until", e.until()));
        // endregion
    }

    @Test
    void aFilterSeesEveryAnswer() {
        assertThat(APP.http().get("/book/1").header("X-Audited")).contains("true");
    }

    @Test
    void anExceptionBecomesTheStatusItIsMappedTo() {
        final TestResponse answer = APP.http().get("/book/2");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").asText()).isEqualTo("There is no such book.");
    }

    @Test
    void aProblemHasMembersOfItsOwn() {
        final TestResponse answer = APP.http().get("/lending/2");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().get("title").asText()).isEqualTo("You do not have enough credit.");
        assertThat(answer.json().get("balance").asInt()).isEqualTo(30);
    }

    @Test
    void aMappingMakesAProblemOfAnException() {
        final TestResponse answer = APP.http().get("/lending/3");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json().get("detail").asText()).isEqualTo("The book is lent until 2026-02-03.");
        assertThat(answer.json().get("until").asText()).isEqualTo("2026-02-03");
    }

    @Test
    void aThreadOfOnesOwnKnowsTheRequestThatItsTaskBelongsTo() {
        final TestResponse answer =
                APP.http().withHeader("X-Request-Id", "outer-17").get("/book/1/reader");
        assertThat(answer.body()).isEqualTo("outer-17");
    }

    /** Books. */
    @Singleton
    @Path("/book/{id}")
    public static final class BookResource {

        @GET
        public Single<String> title(@PathParam("id") final int id) {
            return id == 1 ? Single.just("The Castle") : Single.error(new NoSuchBookException());
        }

        @GET
        @Path("reader")
        public Single<String> reader() {
            return Single.create(reader -> {
                final Runnable task = () -> {
                    final RequestContext context = RequestContext.current();
                    reader.onSuccess(context == null ? "nobody" : context.id());
                };
                // region wrap
                EXECUTOR.execute(RequestContext.wrap(task));
                // endregion
            });
        }
    }

    /** Lends books. */
    @Path("/lending/{id}")
    public static final class LendingResource {

        @GET
        public Single<String> lend(@PathParam("id") final int id) {
            return id == 2 ? refuse(30, 50) : Single.error(new LentException(LocalDate.of(2026, 2, 3)));
        }

        private static Single<String> refuse(final int balance, final int price) {
            // region problem
            return Single.error(new ProblemException(Problem.of(403)
                    .withType(URI.create("https://example.com/problems/out-of-credit"))
                    .withTitle("You do not have enough credit.")
                    .withDetail("Your balance is " + balance + ", but that costs " + price
                            + ".")
                    .withMember("balance", balance)));
            // endregion
        }
    }

    private static final class LentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final LocalDate until;

        LentException(final LocalDate until) {
            this.until = until;
        }

        LocalDate until() {
            return until;
        }
    }

    /** Marks what it has seen. */
    public static final class AuditFilter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Audited", "true");
        }
    }

    private static final class NoSuchBookException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
