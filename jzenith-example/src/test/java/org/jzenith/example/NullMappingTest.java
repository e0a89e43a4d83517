package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.test.JZenithExtension;

final class NullMappingTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(NullResource.class)
                            .withMapping(
                                    NullPointerException.class,
                                    e -> Problem.of(500).withMember("said", e.getMessage())),
                    PostgresqlPlugin.create()));

    @Path("/")
    public static final class NullResource {

        private final SqlQuery<String> query;

        @Inject
        NullResource(final Database database) {
            query = database.query("SELECT NULL::text").map(row -> row.getString(0));
        }

        @GET
        @Path("single")
        public Single<String> single() {
            return query.single();
        }

        @GET
        @Path("maybe")
        public Maybe<String> maybe() {
            return query.maybe();
        }

        @GET
        @Path("stream")
        public Single<String> stream() {
            return query.stream().firstOrError();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "maybe", "stream"})
    void aMappingThatMakesNullNamesTheResourceMethod(final String method) {
        assertThat(APP.http().get("/" + method).expectStatus(500).body())
                .contains("The mapping returned null for a row of: SELECT NULL::text, in GET /" + method
                        + " (NullResource." + method + "), request ")
                .contains(". Map it to an Optional instead.");
    }
}
