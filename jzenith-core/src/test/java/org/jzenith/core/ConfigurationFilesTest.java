package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.configuration.Configuration;

final class ConfigurationFilesTest {

    private static final String KEY = "jzenith.close-timeout";

    /** Returns the origin of the setting in an application with a file on its class path. */
    private static String origin(final Path folder, final JZenith builder) throws IOException {
        Files.writeString(folder.resolve("application.properties"), KEY + "=7s\n");
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            final RunningApplication application = builder.run();
            try {
                return application.get(Configuration.class).origin(KEY).orElse("the default");
            } finally {
                application.stop();
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void filesAreReadUnlessTheyAreLeftOut(@TempDir final Path folder) throws IOException {
        assertThat(origin(folder, JZenith.application())).contains("application.properties", "class path");
        assertThat(origin(folder, JZenith.application().withoutConfigurationFiles()))
                .isEqualTo("the default");
    }

    @Test
    void aFileThatIsNamedIsRead(@TempDir final Path folder) throws IOException {
        final Path named = Files.writeString(folder.resolve("named.properties"), KEY + "=8s\n");
        assertThat(origin(folder, JZenith.application("--config=" + named).withoutConfigurationFiles()))
                .contains("named.properties");
    }
}
