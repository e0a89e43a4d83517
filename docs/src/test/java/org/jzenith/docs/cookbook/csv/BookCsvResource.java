package org.jzenith.docs.cookbook.csv;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.sql.Database;

@Path("/books")
public final class BookCsvResource {

    private final Database database;

    @Inject
    BookCsvResource(final Database database) {
        this.database = database;
    }

    // region methods
    @GET
    @Produces({MediaType.APPLICATION_JSON, "text/csv;qs=0.5"})
    public Flowable<Book> export() {
        return database.query("""
                        SELECT title, author, published FROM book
                        ORDER BY title, id""")
                .as(Book.class)
                .stream();
    }

    @POST
    @Consumes("text/csv")
    public Single<Integer> load(final List<@Valid Book> books) {
        return database.query("""
                        INSERT INTO book (title, author, published)
                        VALUES ($1, $2, $3)""")
                .batch(books.stream()
                        .map(book -> List.<Object>of(
                                book.title(), book.author(), book.published()))
                        .toList())
                .map(List::size);
    }
    // endregion
}
