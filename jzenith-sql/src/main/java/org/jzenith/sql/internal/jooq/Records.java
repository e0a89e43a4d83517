package org.jzenith.sql.internal.jooq;

import java.lang.reflect.Constructor;
import java.util.BitSet;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.Row;
import org.jzenith.sql.error.SqlException;

/**
 * Makes jOOQ's records of one query. It is created once for each query.
 *
 * @param <R> the type of the records
 */
public final class Records<R extends Record> {

    private final DSLContext dsl;
    private final Field<?>[] fields;
    private final FieldReader[] readers;
    private final R empty;

    /** True if each field is found by itself: the same field may stand in a query twice. */
    private final boolean isUnambiguous;

    /**
     * Prepares for records.
     *
     * @param dsl creates the records, and the values in them
     * @param fields the fields of the query; at least one
     * @param type the class of the records; a generated one has a constructor without parameters
     */
    public Records(final DSLContext dsl, final Field<?>[] fields, final Class<? extends R> type) {
        if (fields.length == 0) {
            throw new IllegalArgumentException(
                    "The query does not say which columns it returns, so their types are not known."
                            + " Name fields in select(..), or use jooq.query(..), which returns rows.");
        }
        this.dsl = dsl;
        this.fields = fields;
        // Loops, not streams, because this is done for each statement.
        this.readers = new FieldReader[fields.length];
        for (int i = 0; i < fields.length; i++) {
            readers[i] = new FieldReader(dsl, fields[i]);
        }
        this.empty = empty(type);
        this.isUnambiguous = isUnambiguous();
        if (!isUnambiguous && empty.size() != fields.length) {
            throw new IllegalArgumentException(type.getName() + " does not have exactly one field for each field of "
                    + "the query. Use returningResult(..) instead of returning(..).");
        }
    }

    private boolean isUnambiguous() {
        final BitSet found = new BitSet();
        for (final Field<?> field : fields) {
            final int position = empty.indexOf(field);
            if (position < 0 || found.get(position)) {
                return false;
            }
            found.set(position);
        }
        return true;
    }

    @SuppressWarnings("unchecked") // jOOQ's own class implements all types of records that are not generated
    private R empty(final Class<? extends R> type) {
        final Record general = dsl.newRecord(fields);
        if (type.isInstance(general) || type.getPackageName().equals("org.jooq.impl")) {
            return (R) general;
        }
        try {
            final Constructor<? extends R> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            final R generated = constructor.newInstance();
            generated.attach(dsl.configuration());
            return generated;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be created. Give it a constructor without parameters.", e);
        }
    }

    /**
     * Makes a record of a row.
     *
     * @throws SqlException if a column does not fit its field
     */
    public R of(final Row row) {
        if (row.size() != fields.length) {
            throw new SqlException(SqlException.Details.of(
                    "the row has " + row.size() + " columns, but jOOQ's query has " + fields.length + " fields"));
        }
        final @Nullable Object[] values = new Object[fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = readers[i].read(row, i);
        }
        return of(values);
    }

    /** Makes a record of the values of a JSON array, in the order of the fields. */
    R of(final List<?> json) {
        if (json.size() != fields.length) {
            throw new IllegalArgumentException();
        }
        final @Nullable Object[] values = new Object[fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = readers[i].ofJson(json.get(i));
        }
        return of(values);
    }

    /** Makes records of an array of such arrays. */
    Result<R> all(final List<?> json) {
        @SuppressWarnings("unchecked")
        final Result<R> result = (Result<R>) dsl.newResult(fields);
        for (final Object each : json) {
            result.add(of((List<?>) each));
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    private R of(final @Nullable Object[] values) {
        final R made = (R) empty.original();
        if (isUnambiguous) {
            for (int i = 0; i < values.length; i++) {
                made.set((Field<Object>) fields[i], values[i]);
            }
        } else {
            made.fromArray(values);
        }
        made.changed(false);
        return made;
    }
}
