package org.jzenith.sql;

import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.ArrayTuple;
import java.util.List;
import org.jooq.Param;
import org.jspecify.annotations.Nullable;

/** The text of a statement and how values become parameters of it: as they are, or as jOOQ's types say. */
record Sql(String text, @Nullable List<Param<?>> types) {

    static Sql plain(final String text) {
        return new Sql(text, null);
    }

    static Tuple tuple(final @Nullable Object[] values) {
        final Tuple tuple = new ArrayTuple(values.length);
        for (final Object value : values) {
            tuple.addValue(value);
        }
        return tuple;
    }

    Tuple bind(final @Nullable Object[] values) {
        return types == null ? tuple(values) : JooqValues.tuple(types, values);
    }
}
