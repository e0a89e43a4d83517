package org.jzenith.core.configuration.converter;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** For plugins: converts text and refuses it if it has the wrong form. */
@SuppressWarnings("serial")
public abstract class TextConverter extends RangeConverter<String> {

    /**
     * Sets the form.
     *
     * @param pattern must match the whole text
     * @param expected the accepted texts in words, to stand after "is not" and "set it to"
     */
    protected TextConverter(final String pattern, final String expected) {
        super(expected, Function.identity(), Pattern.compile(pattern).asMatchPredicate());
    }

    @Override
    public @Nullable String convert(final String text) {
        return super.convert(text);
    }
}
