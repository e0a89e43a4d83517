package org.jzenith.rest.internal.multipart;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/**
 * The settings of bodies of the type {@code multipart/form-data}; a group of settings. Immutable and safe for use by many
 * threads.
 */
public interface MultipartConfiguration {

    /**
     * The largest part that is kept in memory; a larger one is written to a temporary file. Parts in memory count in
     * {@code rest.max-buffered-bodies}.
     *
     * @return a size
     */
    @WithDefault("64K")
    @Description("The largest part kept in memory; it counts towards rest.max-buffered-bodies. A larger part goes "
            + "to a temporary file, or gets a 413 if the method takes it as text.")
    DataSize memoryThreshold();

    /**
     * The largest part; a larger one gets a 413.
     *
     * @return empty to limit the body only
     */
    @Description("The largest part; a larger one gets a 413. By default only the body is limited.")
    Optional<DataSize> maxPartSize();

    /**
     * The largest body that has parts, if it is lower than the limit of the body; a larger one gets a 413.
     *
     * @return empty for the limit of the body
     */
    @Description("The largest multipart body, if below the general limit; a larger one gets a 413.")
    Optional<DataSize> maxTotalSize();

    /**
     * The number of parts of a body; more get a 413.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of parts; a body with more gets a 413.")
    int maxParts();

    /**
     * The largest headers of a part, and the bytes that may be outside of all parts; more get a 413.
     *
     * @return a size
     */
    @WithDefault("8K")
    @Description(
            "The maximum size of a part's headers, and of the bytes outside the parts; a body with more gets a 413.")
    DataSize maxHeaderSize();

    /**
     * The bytes that the parts of one body may take in temporary files; more get a 413.
     *
     * @return a size
     */
    @WithDefault("1G")
    @Description("The disk space for the parts of one request; a request that needs more gets a 413.")
    DataSize maxDiskPerRequest();

    /**
     * The bytes that all temporary files may take together; more get a 503.
     *
     * @return a size
     */
    @WithDefault("4G")
    @Description("The disk space for all temporary files; further requests get a 503.")
    DataSize maxDisk();

    /**
     * The number of temporary files at a time; more get a 503.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of temporary files; further requests get a 503.")
    int maxFiles();

    /**
     * The folder in which each server makes one of its own for temporary files.
     *
     * @return empty for the folder of the JVM, {@code java.io.tmpdir}
     */
    @Description("The folder in which each RestPlugin creates a folder for temporary files. The default is "
            + "java.io.tmpdir.")
    Optional<Path> folder();
}
