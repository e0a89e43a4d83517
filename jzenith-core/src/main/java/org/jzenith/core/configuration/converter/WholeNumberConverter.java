package org.jzenith.core.configuration.converter;

import org.jspecify.annotations.Nullable;

/** For plugins: converts whole numbers and refuses those out of range. */
@SuppressWarnings("serial")
public abstract class WholeNumberConverter extends RangeConverter<Integer> {

    /**
     * Sets the range.
     *
     * @param least the least number that is accepted
     * @param most the greatest number that is accepted
     */
    protected WholeNumberConverter(final int least, final int most) {
        super(
                "a whole number from " + least + " to " + most,
                text -> Integer.valueOf(text.strip()),
                number -> number >= least && number <= most);
    }

    @Override
    public @Nullable Integer convert(final String text) {
        return super.convert(text);
    }
}
