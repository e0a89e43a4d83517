package org.jzenith.docs;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;

/** One application with two databases and two ports. */
final class SeveralDatabases {

    private SeveralDatabases() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        PostgresqlPlugin.create(),
                        PostgresqlPlugin.named("archive"),
                        EmbeddedPostgresql.create(),
                        RestPlugin.withResources(NoteResource.class),
                        RestPlugin.named("admin")
                                .withResources(ArchiveResource.class))
                .withConfiguration("postgresql.database", "notes")
                .withConfiguration("rest.admin.port", 9090);
    }
    // endregion

    // region resources
    /** A resource at the port of {@code rest.port}. */
    @Path("/notes")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class NoteResource {

        private final Database notes;

        @Inject
        NoteResource(final Database notes) {
            this.notes = notes;
        }

        @GET
        public Single<List<String>> list() {
            return notes.query("SELECT text FROM note ORDER BY text")
                    .map(row -> row.getString("text"))
                    .list();
        }
    }

    /** A resource at the port of {@code rest.admin.port}. */
    @Path("/archive/{text}")
    public static final class ArchiveResource {

        private final Database notes;
        private final Database archive;

        @Inject
        ArchiveResource(final Database notes, @Named("archive") final Database archive) {
            this.notes = notes;
            this.archive = archive;
        }

        @POST
        public Completable move(@PathParam("text") final String text) {
            return archive.query("INSERT INTO note (text) VALUES ($1)", text)
                    .execute()
                    .andThen(notes.query("DELETE FROM note WHERE text = $1", text)
                            .execute());
        }
    }
    // endregion

    static Single<String> databaseOf(final Database database) {
        return database.query("SELECT current_database()")
                .map((final Row row) -> row.getString(0))
                .single();
    }
}
