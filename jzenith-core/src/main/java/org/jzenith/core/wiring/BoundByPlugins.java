package org.jzenith.core.wiring;

import com.google.inject.Key;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugins on the class path that bind a type. The jar of a plugin declares each type in a file {@code
 * META-INF/jzenith/bindings/org.jzenith.sql.SqlClient.properties} with the key {@code plugin} and, for a plugin that can have a qualifier,
 * {@code named}, in which {@code %s} stands for the qualifier.
 */
final class BoundByPlugins {

    private static final String FOLDER = "META-INF/jzenith/bindings/";

    private static final Logger LOGGER = LoggerFactory.getLogger(BoundByPlugins.class);

    private BoundByPlugins() {}

    /** The expressions to add to {@code withPlugins(..)}; none if no plugin is known. */
    static List<String> of(final Key<?> key) {
        final Class<?> type = key.getTypeLiteral().getRawType();
        final String name = Names.named(key);
        if (name == null && key.getAnnotationType() != null) {
            return List.of();
        }
        final Set<String> found = new LinkedHashSet<>();
        for (final URL file : files(FOLDER + type.getName() + ".properties", type)) {
            final Properties plugin = new Properties();
            try (Reader text = new InputStreamReader(file.openStream(), StandardCharsets.UTF_8)) {
                plugin.load(text);
            } catch (final IOException e) {
                LOGGER.debug("{} cannot be read.", file, e);
            }
            final @Nullable String expression = plugin.getProperty(name == null ? "plugin" : "named");
            if (expression != null) {
                found.add(name == null ? expression : expression.replace("%s", name));
            }
        }
        return List.copyOf(found);
    }

    private static List<URL> files(final String path, final Class<?> type) {
        final List<URL> all = new ArrayList<>();
        addFiles(Thread.currentThread().getContextClassLoader(), path, all);
        addFiles(type.getClassLoader(), path, all);
        return all;
    }

    private static void addFiles(final @Nullable ClassLoader loader, final String path, final List<URL> all) {
        try {
            if (loader != null) {
                all.addAll(Collections.list(loader.getResources(path)));
            }
        } catch (final IOException e) {
            LOGGER.debug("{} cannot be read.", path, e);
        }
    }
}
