package org.jzenith.docs.cookbook.paging;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.core.page.SortOrder;
import org.jzenith.sql.Database;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;

@Path("/books")
@Produces(MediaType.APPLICATION_JSON)
public final class BookResource {

    public record Book(long id, String title, String author, LocalDate published) {}

    private final Database database;

    @Inject
    BookResource(final Database database) {
        this.database = database;
    }

    // region search
    public record Filter(
            @QueryParam("author") @Nullable String author,
            @QueryParam("title") @Nullable String title,
            @QueryParam("since") @Nullable LocalDate since) {}

    public enum BookSort {
        title,
        published
    }

    @GET
    public Single<Page<Book>> list(
            @BeanParam final Filter filter,
            @QueryParam("sort") @DefaultValue("title")
                    final SortOrder<BookSort> sort,
            @QueryParam("offset") @DefaultValue("0") @Min(0) @Max(10_000)
                    final int offset,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100)
                    final int limit) {
        return books(filter)
                .page(
                        PageRequest.offset(offset, limit).withTotal(),
                        Sort.by(sort, Sort.asc("id")));
    }

    private SqlQuery<Book> books(final Filter filter) {
        return database.query("""
                        SELECT id, title, author, published FROM book
                        WHERE (author = :author OR :author IS NULL)
                          AND (position(lower(:title) IN lower(title)) > 0
                              OR :title IS NULL)
                          AND (published >= :since OR :since IS NULL)""", filter)
                .as(Book.class);
    }
    // endregion

    // region by-key
    @GET
    @Path("by-key")
    public Single<Page<Book>> byKey(
            @BeanParam final Filter filter,
            @QueryParam("sort") @DefaultValue("title")
                    final SortOrder<BookSort> sort,
            @QueryParam("after") final @Nullable String after,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100)
                    final int limit) {
        return books(filter)
                .page(
                        PageRequest.after(after, limit),
                        Sort.by(sort, Sort.asc("id")));
    }
    // endregion
}
