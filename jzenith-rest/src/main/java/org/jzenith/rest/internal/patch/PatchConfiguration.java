package org.jzenith.rest.internal.patch;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The limits of bodies of JSON Patch; a group of settings. Immutable and safe for use by many threads. */
public interface PatchConfiguration {

    /**
     * The operations of one patch; more get a 413.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of operations in a JSON Patch; a patch with more gets a 413.")
    int maxOperations();

    /**
     * The JSON that the operations of one patch may write in total; more is refused with 413. Each {@code copy} and
     * {@code move} counts.
     *
     * @return a size
     */
    @WithDefault("1M")
    @Description("The maximum size of the JSON that one JSON Patch writes, including copies and moves. A patch that "
            + "writes more gets a 413.")
    DataSize maxSize();
}
