package org.jzenith.sql.internal.record;

import com.google.common.primitives.Primitives;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of a record as those of a row. */
public final class RecordValues {

    private static final ClassValue<RecordValues> KNOWN = new ClassValue<>() {
        @Override
        protected RecordValues computeValue(final Class<?> type) {
            return new RecordValues(type);
        }
    };

    private final List<String> columns = new ArrayList<>();
    private final List<Class<?>> types = new ArrayList<>();
    private final List<Function<Object, @Nullable Object>> accessors = new ArrayList<>();

    private RecordValues(final Class<?> type) {
        try {
            for (final RecordComponent component : type.getRecordComponents()) {
                final Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                columns.add(columnOf(component.getName()));
                types.add(Primitives.wrap(component.getType()));
                accessors.add(function(accessor));
            }
        } catch (final IllegalAccessException | InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    "The components of the record " + type.getName()
                            + " cannot be read. Open its package to all modules.",
                    e);
        }
    }

    /** Returns a function like a method reference, which is faster than a method handle. */
    @SuppressWarnings("unchecked")
    private static Function<Object, @Nullable Object> function(final Method accessor) throws IllegalAccessException {
        final MethodHandle handle = MethodHandles.lookup().unreflect(accessor);
        try {
            final MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(accessor.getDeclaringClass(), MethodHandles.lookup());
            return (Function<Object, @Nullable Object>) LambdaMetafactory.metafactory(
                            lookup,
                            "apply",
                            MethodType.methodType(Function.class),
                            MethodType.methodType(Object.class, Object.class),
                            lookup.unreflect(accessor),
                            handle.type().wrap())
                    .getTarget()
                    .invokeExact();
        } catch (final Throwable e) {
            // The record is in another module.
            return record -> invoke(handle, record);
        }
    }

    /**
     * Returns the values of a record class.
     *
     * @throws IllegalArgumentException if its components cannot be read
     */
    public static RecordValues of(final Class<? extends Record> type) {
        return KNOWN.get(type);
    }

    /** Returns the column of a component: {@code taken_at} for {@code takenAt}. */
    public static String columnOf(final String component) {
        return RecordCompiler.snake(component);
    }

    /** Returns the names of the columns: those of the components, with underscores. */
    public List<String> columns() {
        return columns;
    }

    /** Returns the values of a component of all records, in an array of their class. */
    public @Nullable Object[] column(final List<? extends Record> records, final int position) {
        final @Nullable Object[] column = (Object[]) Array.newInstance(types.get(position), records.size());
        final Function<Object, @Nullable Object> accessor = accessors.get(position);
        for (int i = 0; i < column.length; i++) {
            column[i] = accessor.apply(records.get(i));
        }
        return column;
    }

    /** Returns the value of a component. */
    public @Nullable Object get(final Record record, final int position) {
        return accessors.get(position).apply(record);
    }

    private static @Nullable Object invoke(final MethodHandle accessor, final Object record) {
        try {
            return accessor.invoke(record);
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException(
                    "An accessor of " + record.getClass().getName() + " failed.", e);
        }
    }
}
