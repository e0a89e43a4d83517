package org.jzenith.docs.cookbook.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.bulk.Measurements.Measurement;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.SqlClient;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/bulk-insert.md. */
final class BulkTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(MeasurementResource.class), PostgresqlPlugin.create())
            .withModules(binder -> binder.bind(Measurements.class))
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    /** Takes measurements. */
    @Path("/measurements")
    public static final class MeasurementResource {

        private final Measurements measurements;

        @Inject
        MeasurementResource(final Measurements measurements) {
            this.measurements = measurements;
        }

        @POST
        public Single<Integer> add(final List<Measurement> added) {
            return measurements.addAll(added);
        }

        @GET
        @Path("many")
        public Single<Integer> many() {
            return measurements.addAll(Flowable.range(0, 2_500).map(i -> new Measurement("s" + i, i / 10.0)));
        }
    }

    @BeforeEach
    void noMeasurements() {
        APP.get(SqlClient.class).query("DELETE FROM measurement").execute().blockingAwait();
    }

    private static String rows() {
        return APP.get(SqlClient.class)
                .query("SELECT count(*) || ' ' || max(degrees) FROM measurement")
                .map(row -> row.getString(0))
                .single()
                .blockingGet();
    }

    @Test
    void aBatchIsInsertedAsAWhole() {
        final List<Measurement> two = List.of(new Measurement("a", 20.5), new Measurement("b", 21));
        assertThat(APP.http().post("/measurements", two).body()).isEqualTo("2");
        assertThat(rows()).isEqualTo("2 21");
    }

    @Test
    void arraysAreInsertedAsAWhole() {
        assertThat(APP.http().get("/measurements/many").body()).isEqualTo("2500");
        assertThat(rows()).isEqualTo("2500 249.9");
    }
}
