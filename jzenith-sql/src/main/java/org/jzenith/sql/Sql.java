package org.jzenith.sql;

import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import org.jooq.Param;
import org.jspecify.annotations.Nullable;

/** The text of a statement and how values become parameters of it: as they are, or as jOOQ's types say. */
record Sql(String text, @Nullable List<Param<?>> types) {

    static Sql plain(final String text) {
        return new Sql(text, null);
    }

    static Tuple tuple(final @Nullable Object[] values) {
        return Tuple.tuple(Arrays.asList(values));
    }

    Tuple bind(final @Nullable Object[] values) {
        return types == null ? tuple(values) : JooqValues.tuple(types, values);
    }
}
