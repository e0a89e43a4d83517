package org.jzenith.docs;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;

/** A service with one method that runs one statement, which {@link RequestTrace} follows. */
public final class TracedStatement {

    private TracedStatement() {}

    /** Starts the service and prints its port. */
    public static void main(final String... arguments) {
        final RunningApplication application = JZenith.application(arguments)
                .withPlugins(
                        RestPlugin.withResources(HelloResource.class),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create())
                .withConfiguration("rest.port", 0)
                .withConfiguration("jzenith.event-loops", 1)
                // Under the debugger, every statement is slow.
                .withConfiguration("postgresql.slow-statement", "5s")
                .run();
        System.out.println("port " + application.port());
    }

    /** Greets after a statement. */
    @Path("/hello")
    public static final class HelloResource {

        private final Database database;

        @Inject
        HelloResource(final Database database) {
            this.database = database;
        }

        /** Asks the database for its greeting. */
        @GET
        @Produces(MediaType.TEXT_PLAIN)
        public Single<String> get() {
            final Single<Row> row = database.query("SELECT 'world'").single();
            return row.map(one -> TracedService.TEXT);
        }
    }
}
