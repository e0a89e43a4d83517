package org.jzenith.rest.multipart;

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
    @Description("The largest part that is kept in memory, where it counts in rest.max-buffered-bodies; a larger one is"
            + " written to a temporary file, and answered 413 if the method takes it as text.")
    DataSize memoryThreshold();

    /**
     * The largest part; a larger one is answered 413.
     *
     * @return empty to limit the body only
     */
    @Description("The largest part of a body; a larger one is answered 413. When not set, only the body has a limit.")
    Optional<DataSize> maxPartSize();

    /**
     * The largest body that has parts, if it is lower than the limit of the body; a larger one is answered 413.
     *
     * @return empty for the limit of the body
     */
    @Description("The largest body that has parts, if that is lower than the limit of other bodies; a larger one is"
            + " answered 413.")
    Optional<DataSize> maxTotalSize();

    /**
     * The number of parts of a body; more are answered 413.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The number of parts of a body; more are answered 413.")
    int maxParts();

    /**
     * The largest headers of a part, and the bytes that may be outside of all parts; more are answered 413.
     *
     * @return a size
     */
    @WithDefault("8K")
    @Description("The largest headers of a part, and the bytes that may stand outside of all parts; more are answered"
            + " 413.")
    DataSize maxHeaderSize();

    /**
     * The bytes that the parts of one body may take in temporary files; more are answered 413.
     *
     * @return a size
     */
    @WithDefault("1G")
    @Description("The bytes that the parts of one body may take in temporary files; more are answered 413.")
    DataSize maxDiskPerRequest();

    /**
     * The bytes that all temporary files may take together; more are answered 503.
     *
     * @return a size
     */
    @WithDefault("4G")
    @Description("The bytes that all temporary files may take together; more are answered 503.")
    DataSize maxDisk();

    /**
     * The number of temporary files at a time; more are answered 503.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The number of temporary files at a time; more are answered 503.")
    int maxFiles();

    /**
     * The folder in which each server makes one of its own for temporary files.
     *
     * @return empty for the folder of the JVM, {@code java.io.tmpdir}
     */
    @Description("The folder in which each server makes one of its own for temporary files; java.io.tmpdir when not"
            + " set.")
    Optional<Path> folder();
}
