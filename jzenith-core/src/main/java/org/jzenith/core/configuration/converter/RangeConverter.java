package org.jzenith.core.configuration.converter;

import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: converts the text of a setting and refuses values out of range. A subclass for {@code @WithConverter} must be public, have a
 * public constructor without parameters, and override {@link #convert} with its own type as the result.
 *
 * @param <T> the type of the setting
 */
@SuppressWarnings("serial")
public abstract class RangeConverter<T> implements Converter<T> {

    private final String expected;
    private final Function<String, @Nullable T> read;
    private final Predicate<T> accepted;

    /**
     * Sets the range.
     *
     * @param expected the accepted values in words, to stand after "is not" and "set it to"
     * @param read converts a text that is not blank to a value; returns null or throws an {@code IllegalArgumentException} if the text is
     *     invalid
     * @param accepted returns true for a value in range
     */
    protected RangeConverter(
            final String expected, final Function<String, @Nullable T> read, final Predicate<T> accepted) {
        this.expected = expected;
        this.read = read;
        this.accepted = accepted;
    }

    @Override
    public @Nullable T convert(final String text) {
        if (text.isBlank()) {
            return null;
        }
        final @Nullable T value = read.apply(text);
        if (value == null || !accepted.test(value)) {
            throw new IllegalArgumentException("not " + expected);
        }
        return value;
    }

    /** Returns the accepted values in words. */
    @Override
    public final String toString() {
        return expected;
    }
}
