package hello;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jzenith.core.JZenith;
import org.jzenith.sql.Database;
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

        private final Database database;

        @Inject
        SumResource(final Database database) {
            this.database = database;
        }

        @GET
        public Single<Integer> sum() {
            return database.query("select 1 + 1").map(row -> row.getInteger(0)).single();
        }
    }
}
