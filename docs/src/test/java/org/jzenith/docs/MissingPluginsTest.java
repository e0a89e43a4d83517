package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;

/** The table of plugins that reports advise to add. */
final class MissingPluginsTest {

    private static Properties table() throws IOException {
        final Properties table = new Properties();
        try (InputStream file = JZenith.class.getResourceAsStream("/META-INF/jzenith/plugins.properties")) {
            table.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        }
        return table;
    }

    private static List<String[]> plugins() throws IOException {
        return table().values().stream()
                .map(String::valueOf)
                .filter(value -> value.contains("|"))
                .map(value -> value.split("\\s*\\|\\s*", -1))
                .toList();
    }

    @Test
    void eachPluginHasItsCallItsClassAndItsArtifact() throws IOException, ClassNotFoundException {
        assertThat(plugins()).hasSizeGreaterThan(15);
        for (final String[] plugin : plugins()) {
            final Class<?> type = Class.forName(plugin[1]);
            assertThat(plugin[0]).startsWith(type.getSimpleName() + ".");
            final String method = plugin[0].replaceAll("^\\w+\\.|\\(.*", "");
            assertThat(type.getMethods())
                    .filteredOn(each -> Modifier.isStatic(each.getModifiers()))
                    .extracting(Method::getName)
                    .contains(method);
            final String module = plugin[2].replace("org.jzenith:", "");
            assertThat(Repository.root()
                            .resolve(module)
                            .resolve("src/main/java")
                            .resolve(plugin[1].replace('.', '/') + ".java"))
                    .exists();
        }
    }

    @Test
    void eachPluginIsInTheTable() throws IOException {
        final List<String> known = plugins().stream().map(plugin -> plugin[1]).toList();
        try (Stream<Path> modules = Files.list(Repository.root())) {
            for (final Path module : modules.filter(
                            each -> each.getFileName().toString().startsWith("jzenith-"))
                    .filter(each -> Files.exists(each.resolve("src/main/java")))
                    .filter(each -> !each.endsWith("jzenith-example"))
                    .toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                    for (final Path file : files.filter(each -> each.toString().endsWith("Plugin.java"))
                            .toList()) {
                        final String text = Files.readString(file);
                        final String name = module.resolve("src/main/java")
                                .relativize(file)
                                .toString()
                                .replace(".java", "")
                                .replace('/', '.');
                        if (text.contains("\npublic final class ")
                                && text.contains("    public static ")
                                && !name.endsWith("DatabasePlugin")) {
                            assertThat(known).contains(name);
                        }
                    }
                }
            }
        }
    }

    @Test
    void whatPluginsBringExists() throws IOException, ClassNotFoundException {
        for (final String key : table().stringPropertyNames()) {
            if (key.endsWith(".brings")) {
                for (final String thing : Arrays.asList(table().getProperty(key).split(",\\s*", -1))) {
                    final String type = thing.replaceAll("^java\\.util\\.Optional<|>$", "");
                    if (type.contains(".") && !type.contains("=")) {
                        assertThat(Class.forName(type)).isNotNull();
                    }
                }
            }
        }
    }
}
