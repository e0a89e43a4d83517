package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;

/** Mistakes in clients fail the start, all together. */
final class StartProblemsTest {

    /** A type without text. */
    record Unknown(int x, int y) {}

    /** An interface in which each method has a mistake. */
    @Path("/wrong")
    public interface WrongApi {

        Single<String> noVerb();

        @GET
        String blocking();

        @GET
        Single<String> unknown(@QueryParam("at") Unknown at);

        @GET
        @Path("/{id}")
        Single<String> noParameter();

        @GET
        Single<String> noPlace(@PathParam("id") String id);

        @POST
        Completable twoBodies(String first, String second);

        @GET
        @DELETE
        Completable twoVerbs();
    }

    @Path("/other")
    public static final class Other {

        @GET
        public String get() {
            return "";
        }
    }

    private static String problems(final Map<String, ?> settings, final Class<?> api) {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> Clients.of(settings, api, Other.class).close());
        assertThat(refused).isNotNull();
        assertThat(refused.problems())
                .allSatisfy(each -> assertThat(each.remedy()).isNotBlank());
        return String.join(
                "\n", refused.problems().stream().map(Object::toString).toList());
    }

    @Test
    void eachMethodIsChecked() {
        assertThat(problems(Map.of("url", "http://localhost:1"), WrongApi.class)
                        .lines()
                        .toList())
                .anyMatch(line -> line.contains("WrongApi.noVerb(..) of the client 'stock' has no HTTP method."))
                .anyMatch(line -> line.contains("returns java.lang.String, which a client cannot make"))
                .anyMatch(line -> line.contains("Unknown, for which there is no text"))
                .anyMatch(line -> line.contains("has the path /wrong/{id}, but no @PathParam(\"id\")"))
                .anyMatch(line -> line.contains("has @PathParam(\"id\"), which is not in its path /wrong"))
                .anyMatch(line -> line.contains("has two parameters without annotation"))
                .anyMatch(line -> line.contains("has more than one HTTP method"));
    }

    @Test
    void aUrlIsRequired() {
        assertThat(problems(Map.of(), ArticlesApi.class)).contains("rest-client.stock.url");
    }

    @Test
    void settingsAreChecked() {
        for (final String url :
                List.of("stock.example", "ftp://stock.example", "http://a@b/", "http://a/?b", "http:///")) {
            assertThat(problems(Map.of("url", url), ArticlesApi.class)).contains("is no base URL");
        }
        assertThat(problems(
                        Map.of(
                                "url", "https://localhost",
                                "proxy", "proxy",
                                "tls.trusted-certificates", "/none.pem",
                                "tls.certificate", "/none.pem"),
                        ArticlesApi.class))
                .contains("'proxy' is no address of a proxy", "/none.pem cannot be read", "tls.key is not set");
    }
}
