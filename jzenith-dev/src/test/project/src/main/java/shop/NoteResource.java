package shop;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.sql.Database;

@Path("/")
public final class NoteResource {

    private final Database notes;
    private final Greeting greeting;

    @Inject
    NoteResource(final Database notes, final Greeting greeting) {
        this.notes = notes;
        this.greeting = greeting;
    }

    @GET
    @Path("hello/{name}")
    @Produces(MediaType.TEXT_PLAIN)
    public String hello(@PathParam("name") final String name) {
        return greeting.to(name);
    }

    @POST
    @Path("notes")
    public Completable add(final String text) {
        return notes.query("INSERT INTO note (text) VALUES ($1)", text).execute();
    }

    @GET
    @Path("notes")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<String>> all() {
        return notes.query("SELECT text FROM note ORDER BY text").map(row -> row.getString("text")).list();
    }
}
