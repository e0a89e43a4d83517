package org.jzenith.docs.cookbook.csv;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.sql.SqlClient;

/** The first 100 books. */
@Path("/books/first")
public final class BookListResource {

    private final SqlClient database;

    @Inject
    BookListResource(final SqlClient database) {
        this.database = database;
    }

    @GET
    @Produces({MediaType.APPLICATION_JSON, "text/csv;qs=0.5"})
    public Single<List<Book>> list() {
        return database.query("SELECT title, author, published FROM book ORDER BY title, id LIMIT 100")
                .map(row -> new Book(row.getString(0), row.getString(1), row.getLocalDate(2)))
                .list();
    }
}
