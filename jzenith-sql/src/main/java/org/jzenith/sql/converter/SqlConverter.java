package org.jzenith.sql.converter;

import com.google.inject.Binder;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import java.util.function.Function;

/**
 * Stores objects of an application's class as values of a class that the database has:
 *
 * <pre>{@code
 * SqlConverter.binder(binder())
 *         .addBinding()
 *         .toInstance(SqlConverter.of(Email.class, String.class, Email::address, Email::new));
 * }</pre>
 *
 * <p>It applies to parameters, to {@code Row.get(..)}, to components of records, and to elements of arrays and lists. {@code NULL} is not
 * converted. An enum with a converter is not stored by name. Several event loops call the methods at the same time, so they must be
 * thread-safe and must not block. If a method throws an exception, the statement fails with an error that names the converter.
 *
 * @param <T> the class of the application
 * @param <D> the class of the stored value
 */
public interface SqlConverter<T, D> {

    /**
     * Returns the class of the application.
     *
     * @return a class that the database does not know; an application has one converter for it
     */
    Class<T> type();

    /**
     * Returns the class of the stored value.
     *
     * @return a class of a getter of {@code Row}, such as {@code String} or {@code BigDecimal}
     */
    Class<D> databaseType();

    /**
     * Converts an object to the value that is stored.
     *
     * @param value an object, never null
     * @return the value of the parameter, never null
     */
    D toDatabase(T value);

    /**
     * Converts a stored value to an object.
     *
     * @param value the value of the column, never null
     * @return the object, never null
     */
    T fromDatabase(D value);

    /**
     * Creates a converter from two functions.
     *
     * @param type the class of the application
     * @param databaseType the class of the stored value
     * @param toDatabase converts an object to the value that is stored
     * @param fromDatabase converts a stored value to an object
     * @param <T> the class of the application
     * @param <D> the class of the stored value
     * @return a new converter
     */
    static <T, D> SqlConverter<T, D> of(
            final Class<T> type,
            final Class<D> databaseType,
            final Function<? super T, ? extends D> toDatabase,
            final Function<? super D, ? extends T> fromDatabase) {
        return new SqlConverter<>() {
            @Override
            public Class<T> type() {
                return type;
            }

            @Override
            public Class<D> databaseType() {
                return databaseType;
            }

            @Override
            public D toDatabase(final T value) {
                return toDatabase.apply(value);
            }

            @Override
            public T fromDatabase(final D value) {
                return fromDatabase.apply(value);
            }

            @Override
            public String toString() {
                return "SqlConverter.of(" + type.getSimpleName() + ".class, " + databaseType.getSimpleName()
                        + ".class, ..)";
            }
        };
    }

    /**
     * Returns the converters of the application, to which a module adds its own.
     *
     * @param binder the binder of the module
     * @return the set of converters
     */
    static Multibinder<SqlConverter<?, ?>> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, new TypeLiteral<SqlConverter<?, ?>>() {});
    }
}
