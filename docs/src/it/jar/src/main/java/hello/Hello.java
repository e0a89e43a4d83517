package hello;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jzenith.core.JZenith;
import org.jzenith.sql.SqlClient;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;

public final class Hello {

    private Hello() {}

    public static void main(final String... args) {
        application(args).run();
    }

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(SumResource.class),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create());
    }

    @Path("/sum")
    public static final class SumResource {

        private final SqlClient client;

        @Inject
        SumResource(final SqlClient client) {
            this.client = client;
        }

        @GET
        public Single<Integer> sum() {
            return client.query("select 1 + 1").map(row -> row.getInteger(0)).single();
        }
    }
}
