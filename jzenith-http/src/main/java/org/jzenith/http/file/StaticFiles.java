package org.jzenith.http.file;

import com.google.errorprone.annotations.CheckReturnValue;

/**
 * Creates the plugin that serves the files of folders or of the class path:
 *
 * <pre>{@code
 * StaticFiles.of(
 *     StaticFiles.at("/", "classpath:web")
 *                .withFallback("index.html")
 *                .withImmutable("assets/**"))
 * }</pre>
 *
 * <p>{@link #of} returns {@link ServedFolders}, which has no {@code of} method, so the compiler refuses a second call.
 */
@CheckReturnValue
public final class StaticFiles {

    private StaticFiles() {}

    /**
     * Creates a plugin with folders.
     *
     * @param folders created by {@link #at}
     * @return a plugin that serves these folders
     */
    public static ServedFolders of(final ServedFolder... folders) {
        return new ServedFolders("").withFolders(folders);
    }

    /**
     * Describes a folder for {@link #of} and {@link ServedFolders#withFolders}.
     *
     * @param path the path of the URLs, which starts with a slash. If it is also the path of the resources, the resources
     *     are asked first
     * @param source a folder, or {@code classpath:} and a folder of the class path. The setting {@code static-files.source}
     *     replaces it if the plugin has only this folder; if it has several, startup fails
     * @return a folder without a fallback and without immutable files
     * @throws IllegalArgumentException if the path is not a path of a URL
     */
    public static ServedFolder at(final String path, final String source) {
        return new ServedFolder(path, source);
    }

    /**
     * Creates a plugin with its own settings, for another folder of the same application:
     *
     * <pre>{@code
     * StaticFiles.named("docs").withFolders(StaticFiles.at("/docs", "/srv/docs"))
     * }</pre>
     *
     * <p>Its settings are {@code static-files.docs.source} and so on.
     *
     * @param qualifier lower-case letters, digits and hyphens, for example {@code docs}
     * @return a plugin without files
     */
    public static ServedFolders named(final String qualifier) {
        return new ServedFolders(qualifier);
    }
}
