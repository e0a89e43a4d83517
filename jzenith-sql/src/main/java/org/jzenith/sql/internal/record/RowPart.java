package org.jzenith.sql.internal.record;

import io.vertx.sqlclient.Row;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Reads a part of a row: one column, or those of a record. */
interface RowPart {

    /** Returns the value of the part. */
    @Nullable
    Object read(Row row);

    /** Returns true if all columns of the part are {@code NULL}. */
    boolean isNull(Row row);

    /**
     * A record.
     *
     * @param isNested true if it is null when all its columns are
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfRecord(RowPart[] parts, MethodHandle constructor, boolean isNested) implements RowPart {

        @Override
        public @Nullable Object read(final Row row) {
            if (isNested && isNull(row)) {
                return null;
            }
            final @Nullable Object[] components = new Object[parts.length];
            for (int i = 0; i < components.length; i++) {
                components[i] = parts[i].read(row);
            }
            try {
                return (Object) constructor.invokeExact(components);
            } catch (final RuntimeException | Error e) {
                throw e;
            } catch (final Throwable e) {
                throw new IllegalStateException("A canonical constructor declares no exceptions.", e);
            }
        }

        @Override
        public boolean isNull(final Row row) {
            for (final RowPart part : parts) {
                if (!part.isNull(row)) {
                    return false;
                }
            }
            return true;
        }
    }
}
