package org.jzenith.dev.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;

/**
 * Loads the project's own classes and resources anew; everything else comes from the parent. A class that was deleted is
 * not found, although the parent may still have it.
 */
final class ApplicationClassLoader extends URLClassLoader implements DevelopmentSession.Holder {

    static {
        registerAsParallelCapable();
    }

    private final Map<Path, ProtectionDomain> folders = new LinkedHashMap<>();
    private final ClassLoader libraries;
    private final DevelopmentSession session;

    ApplicationClassLoader(final List<Path> folders, final ClassLoader libraries, final DevelopmentSession session) {
        super(
                folders.stream().map(ApplicationClassLoader::url).toArray(URL[]::new),
                libraries); // its name would stand before each class in traces
        folders.forEach(folder -> this.folders.put(folder, domain(folder)));
        this.libraries = libraries;
        this.session = session;
    }

    /** Returns a domain without a class loader: threads keep their creators' domains, and may outlive this loader. */
    private static ProtectionDomain domain(final Path folder) {
        return new ProtectionDomain(
                new CodeSource(url(folder), (Certificate @Nullable []) null), (@Nullable PermissionCollection) null);
    }

    @Override
    public DevelopmentSession session() {
        return session;
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            final String file = name.replace('.', '/') + ".class";
            for (final Map.Entry<Path, ProtectionDomain> folder : folders.entrySet()) {
                final Path path = folder.getKey().resolve(file);
                if (Files.isRegularFile(path)) {
                    return define(name, path, folder.getValue());
                }
            }
            final Class<?> inherited = libraries.loadClass(name);
            if (isOfProject(inherited)) {
                throw new ClassNotFoundException(name);
            }
            return inherited;
        }
    }

    private Class<?> define(final String name, final Path path, final ProtectionDomain domain)
            throws ClassNotFoundException {
        try {
            final byte[] bytes = Files.readAllBytes(path);
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (final IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private boolean isOfProject(final Class<?> type) {
        final CodeSource source = type.getProtectionDomain().getCodeSource();
        final URL location = source == null ? null : source.getLocation();
        return location != null
                && folders.values().stream()
                        .anyMatch(domain -> domain.getCodeSource()
                                .getLocation()
                                .toExternalForm()
                                .equals(location.toExternalForm()));
    }

    @Override
    public @Nullable URL getResource(final String name) {
        final URL own = findResource(name);
        return own == null ? libraries.getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(final String name) throws IOException {
        final Map<String, URL> all = new LinkedHashMap<>();
        Collections.list(findResources(name)).forEach(url -> all.put(url.toExternalForm(), url));
        Collections.list(libraries.getResources(name)).forEach(url -> all.putIfAbsent(url.toExternalForm(), url));
        return Collections.enumeration(all.values());
    }

    /** Returns the URL of a folder, which may not exist yet. */
    static URL url(final Path folder) {
        try {
            final String uri = folder.toUri().toString();
            return URI.create(uri.endsWith("/") ? uri : uri + "/").toURL();
        } catch (final MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }
}
