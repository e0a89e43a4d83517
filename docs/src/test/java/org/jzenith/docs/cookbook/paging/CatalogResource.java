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
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import org.jooq.Condition;
import org.jooq.Field;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.jooq.Jooq;

/** The books with a statement for each combination of filters. */
@Path("/catalog")
@Produces(MediaType.APPLICATION_JSON)
public final class CatalogResource {

    private static final Field<Long> ID = field(name("id"), BIGINT);
    private static final Field<String> TITLE = field(name("title"), VARCHAR);
    private static final Field<String> AUTHOR = field(name("author"), VARCHAR);
    private static final Field<LocalDate> PUBLISHED = field(name("published"), LOCALDATE);

    private final Jooq jooq;

    @Inject
    CatalogResource(final Jooq jooq) {
        this.jooq = jooq;
    }

    @GET
    public Single<Page<BookResource.Book>> list(
            @BeanParam final BookResource.Filter filter, @QueryParam("after") final @Nullable String after) {
        return books(filter).page(PageRequest.after(after, 20), Sort.asc("title"), Sort.asc("id"));
    }

    // region books
    private SqlQuery<BookResource.Book> books(final BookResource.Filter filter) {
        Condition condition = noCondition();
        if (filter.author() != null) {
            condition = condition.and(AUTHOR.eq(filter.author()));
        }
        if (filter.title() != null) {
            condition = condition.and(TITLE.containsIgnoreCase(filter.title()));
        }
        if (filter.since() != null) {
            condition = condition.and(PUBLISHED.ge(filter.since()));
        }
        return jooq.query(jooq.dsl()
                        .select(ID, TITLE, AUTHOR, PUBLISHED)
                        .from(table(name("book")))
                        .where(condition))
                .as(BookResource.Book.class);
    }
    // endregion
}
