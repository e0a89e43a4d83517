package org.jzenith.docs.cookbook.paging;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.LOCALDATE;
import static org.jooq.impl.SQLDataType.VARCHAR;

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
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;

@Path("/books")
@Produces(MediaType.APPLICATION_JSON)
public final class BookResource {

    private static final Table<Record> BOOK = table(name("book"));
    private static final Field<Long> ID = field(name("id"), BIGINT);
    private static final Field<String> TITLE = field(name("title"), VARCHAR);
    private static final Field<String> AUTHOR = field(name("author"), VARCHAR);
    private static final Field<LocalDate> PUBLISHED = field(name("published"), LOCALDATE);

    private final SqlClient database;
    private final DSLContext sql;

    @Inject
    BookResource(final SqlClient database, final DSLContext sql) {
        this.database = database;
        this.sql = sql;
    }

    public record Book(long id, String title, String author, LocalDate published) {}

    public record Page(int offset, int limit, long total, List<Book> books) {}

    /** The fields by which clients may sort; the names of the constants are the values of the parameter. */
    public enum Sort {
        title(TITLE),
        published(PUBLISHED);

        private final Field<?> column;

        Sort(final Field<?> column) {
            this.column = column;
        }
    }

    public static final class Filter {

        @QueryParam("author")
        @Nullable
        String author;

        @QueryParam("title")
        @Nullable
        String title;

        @QueryParam("since")
        @Nullable
        LocalDate since;

        // region condition
        Condition condition() {
            Condition condition = noCondition();
            if (author != null) {
                condition = condition.and(AUTHOR.eq(author));
            }
            if (title != null) {
                condition = condition.and(TITLE.containsIgnoreCase(title));
            }
            if (since != null) {
                condition = condition.and(PUBLISHED.ge(since));
            }
            return condition;
        }
        // endregion
    }

    // region list
    @GET
    public Single<Page> list(
            @BeanParam final Filter filter,
            @QueryParam("sort") @DefaultValue("title") final Sort sort,
            @QueryParam("offset") @DefaultValue("0") @Min(0) @Max(10_000) final int offset,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        final Single<Long> total = database.query(sql.selectCount().from(BOOK).where(filter.condition()))
                .map(row -> row.getLong(0))
                .single();
        final Single<List<Book>> books = database.query(sql.select(ID, TITLE, AUTHOR, PUBLISHED)
                        .from(BOOK)
                        .where(filter.condition())
                        .orderBy(sort.column, ID)
                        .limit(limit)
                        .offset(offset))
                .map(BookResource::book)
                .list();
        return Single.zip(total, books, (count, rows) -> new Page(offset, limit, count, rows));
    }
    // endregion

    private static Book book(final Row row) {
        return new Book(
                row.getLong("id"), row.getString("title"), row.getString("author"), row.getLocalDate("published"));
    }

    public record Next(String title, long id) {}

    public record Slice(List<Book> books, @Nullable Next next) {}

    // region by-title
    @GET
    @Path("by-title")
    public Single<Slice> byTitle(
            @BeanParam final Filter filter,
            @QueryParam("after-title") final @Nullable String afterTitle,
            @QueryParam("after-id") @DefaultValue("0") final long afterId,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        final Condition after =
                afterTitle == null ? noCondition() : row(TITLE, ID).gt(afterTitle, afterId);
        return database.query(sql.select(ID, TITLE, AUTHOR, PUBLISHED)
                        .from(BOOK)
                        .where(filter.condition().and(after))
                        .orderBy(TITLE, ID)
                        .limit(limit))
                .map(BookResource::book)
                .list()
                .map(books -> new Slice(books, books.size() < limit ? null : next(books)));
    }
    // endregion

    private static Next next(final List<Book> books) {
        final Book last = books.get(books.size() - 1);
        return new Next(last.title(), last.id());
    }
}
