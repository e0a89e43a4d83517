package org.jzenith.http.file;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * The location of static files: a folder, or {@code classpath:} and a folder of the class path.
 *
 * @param text the configured text
 * @param origin the source of this text
 */
record StaticLocation(String text, String origin) {

    private static final String CLASS_PATH = "classpath:";
    private static final String KEY = "static-files.source";

    /** Opens the location. Blocks. */
    StaticSource open(final DataSize limit) {
        try {
            return text.startsWith(CLASS_PATH)
                    ? classPath(text.substring(CLASS_PATH.length()), limit)
                    : folder(Path.of(text));
        } catch (final IOException | InvalidPathException e) {
            throw problem(
                    "The static files in '" + text + "' cannot be read: " + e.getMessage() + ".", folderRemedy(), e);
        }
    }

    private StaticSource folder(final Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw problem(
                    "The folder of static files '" + text + "' "
                            + (Files.exists(folder) ? "is not a folder." : "does not exist."),
                    "Create the folder " + folder.toAbsolutePath().normalize() + ", or choose another folder. "
                            + folderRemedy(),
                    null);
        }
        final Path real = folder.toRealPath();
        if (real.getNameCount() == 0) {
            throw problem(
                    "The folder of static files '" + text + "' is the root of the file system.", folderRemedy(), null);
        }
        return new StaticFolder(real);
    }

    private StaticSource classPath(final String name, final DataSize limit) throws IOException {
        final String folder = name.replaceAll("^/+|/+$", "");
        if (folder.isEmpty()) {
            throw problem(
                    "The location of static files '" + text
                            + "' is the whole class path, including classes and settings.",
                    "Put the files into a folder such as src/main/resources/web, and use classpath:web.",
                    null);
        }
        final List<URL> urls = urls(folder);
        final StaticResources resources = new StaticResources(limit.bytes());
        Path onDisk = null;
        for (final URL url : urls) {
            if (url.getProtocol().equals("jar")) {
                resources.add(url);
            } else if (url.getProtocol().equals("file") && onDisk == null) {
                onDisk = path(url);
            }
        }
        if (resources.isTooLarge()) {
            throw problem(
                    "The static files in '" + text
                            + "' need more memory than static-files.max-in-memory allows, which is " + limit + ".",
                    "Set static-files.max-in-memory higher, or serve the files from a folder: set " + KEY + ".",
                    null);
        }
        if (onDisk != null && Files.isDirectory(onDisk)) {
            final StaticSource first = new StaticFolder(onDisk.toRealPath());
            return resources.isEmpty() ? first : new StaticSources(first, resources);
        }
        if (resources.isEmpty()) {
            throw problem(
                    "The class path has no folder '" + folder + "' with static files.",
                    "Put the files into src/main/resources/" + folder + ", or name another folder. " + folderRemedy(),
                    null);
        }
        return resources;
    }

    private static Path path(final URL url) throws IOException {
        try {
            return Path.of(url.toURI());
        } catch (final URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Some jars have no entries for folders; the entry of the index file then shows where the folder is. */
    private static List<URL> urls(final String folder) throws IOException {
        final ClassLoader context = Thread.currentThread().getContextClassLoader();
        final ClassLoader loader = context == null ? StaticLocation.class.getClassLoader() : context;
        final List<URL> urls = Collections.list(loader.getResources(folder));
        return urls.isEmpty() ? Collections.list(loader.getResources(folder + "/" + StaticSite.INDEX)) : urls;
    }

    private static String folderRemedy() {
        return "StaticFiles.at(..) takes a folder such as /srv/web, or classpath:web; " + KEY + " overrides it.";
    }

    StartException problem(final String what, final String remedy, final @Nullable Exception cause) {
        final StartProblem problem = StartProblem.of(what).from(origin).remedy(remedy);
        return new StartException(cause == null ? problem : problem.causedBy(cause));
    }
}
