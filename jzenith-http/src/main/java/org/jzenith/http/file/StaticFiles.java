package org.jzenith.http.file;

import com.google.errorprone.annotations.CheckReturnValue;

/**
 * Begins a plugin that answers requests with the files of a folder or of the class path:
 *
 * <pre>{@code
 * StaticFiles.at("/", "classpath:web")
 *            .withFallback("index.html")
 *            .withImmutable("assets/**")
 * }</pre>
 *
 * <p>The plugin itself is a {@link StaticFilesPlugin}, so that the compiler refuses to begin one twice.
 */
@CheckReturnValue
public final class StaticFiles {

    private StaticFiles() {}

    /**
     * Begins a plugin with a folder.
     *
     * @param path of the URLs, begins with a slash. At the path of the resources, those are asked first
     * @param source a folder, or {@code classpath:} and a folder of the class path; the setting {@code static-files.source}
     *     replaces it
     * @return a plugin with these files
     * @throws IllegalArgumentException if the path is no path of a URL
     */
    public static StaticFilesPlugin at(final String path, final String source) {
        return new StaticFilesPlugin("").at(path, source);
    }

    /**
     * Begins a plugin with settings of its own, for a further folder of the same application:
     *
     * <pre>{@code
     * StaticFiles.named("docs").at("/docs", "/srv/docs")
     * }</pre>
     *
     * <p>Its settings are {@code static-files.docs.source} and so on.
     *
     * @param qualifier lower-case letters, digits and hyphens, for example {@code docs}
     * @return a plugin without files
     */
    public static StaticFilesPlugin named(final String qualifier) {
        return new StaticFilesPlugin(qualifier);
    }
}
