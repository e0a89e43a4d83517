package org.jzenith.docs.cookbook.paging;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
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
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.jooq.Jooq;

@Path("/books")
@Produces(MediaType.APPLICATION_JSON)
public final class BookResource {

    private static final Table<Record> BOOK = table(name("book"));
    private static final Field<Long> ID = field(name("id"), BIGINT);
    private static final Field<String> TITLE = field(name("title"), VARCHAR);
    private static final Field<String> AUTHOR = field(name("author"), VARCHAR);
    private static final Field<LocalDate> PUBLISHED = field(name("published"), LOCALDATE);

    private final Jooq jooq;
    private final DSLContext sql;

    @Inject
    BookResource(final Jooq jooq) {
        this.jooq = jooq;
        this.sql = jooq.dsl();
    }

    public record Book(long id, String title, String author, LocalDate published) {}

    /** The fields by which clients may sort; the names of the constants are those of the columns. */
    public enum SortBy {
        title,
        published
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

    // region books
    private SqlQuery<Book> books(final Filter filter) {
        return jooq.query(sql.select(ID, TITLE, AUTHOR, PUBLISHED).from(BOOK).where(filter.condition()))
                .as(Book.class);
    }
    // endregion

    // region list
    @GET
    public Single<Page<Book>> list(
            @BeanParam final Filter filter,
            @QueryParam("sort") @DefaultValue("title") final SortBy sort,
            @QueryParam("offset") @DefaultValue("0") @Min(0) @Max(10_000) final int offset,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        return books(filter).page(PageRequest.offset(offset, limit).withTotal(), Sort.asc(sort.name()), Sort.asc("id"));
    }
    // endregion

    // region by-title
    @GET
    @Path("by-title")
    public Single<Page<Book>> byTitle(
            @BeanParam final Filter filter,
            @QueryParam("after") final @Nullable String after,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        return books(filter).page(PageRequest.after(after, limit), Sort.asc("title"), Sort.asc("id"));
    }
    // endregion
}
