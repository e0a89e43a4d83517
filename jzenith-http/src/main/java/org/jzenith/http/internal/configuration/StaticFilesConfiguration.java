package org.jzenith.http.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of static files. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "static-files")
public interface StaticFilesConfiguration {

    /**
     * The location of the files.
     *
     * @return empty to use the location given to {@code StaticFiles.at(..)}
     */
    @Description("The folder to serve: a path, or classpath: and a folder. Defaults to the source given to "
            + "StaticFiles.at(..).")
    Optional<@WithConverter(Ranges.NotBlank.class) String> source();

    /**
     * The caching rules for clients.
     *
     * @return the {@code Cache-Control} of files that are not immutable
     */
    @WithDefault("no-cache")
    @WithConverter(HttpText.FieldValue.class)
    @Description("The Cache-Control header of files that are not immutable. no-cache makes clients revalidate each "
            + "time.")
    String cacheControl();

    /**
     * The memory for files of the class path that are in a jar.
     *
     * @return the limit for each folder
     */
    @WithDefault("64M")
    @Description(
            "The memory limit for class path files that are served from a jar; startup fails if they need " + "more.")
    DataSize maxInMemory();
}
