package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** Built-in functions that take long. */
final class SlowBuiltInsTest {

    @TempDir
    private Path folder;

    private RunningApplication run(final String handler) throws IOException {
        Files.writeString(
                folder.resolve("a.js"),
                "import { get } from 'jzenith'\nget('/fine', () => 'fine')\nget('/slow', () => " + handler + ")\n");
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run();
    }

    private static int status(final RunningApplication application, final String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (final IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRegularExpressionThatExplodesIsInterrupted() throws IOException {
        try (RunningApplication application = run("/^(a+)+\\1$/.test('a'.repeat(60) + 'b')")) {
            assertThat(status(application, "/js/slow")).isEqualTo(503);
            assertThat(status(application, "/js/fine")).isEqualTo(200);
        }
    }

    /** Arithmetic of large numbers does not react to an interrupt. */
    @Test
    void aRealmThatDoesNotReactIsReplacedByTheSameFiles() throws IOException {
        try (RunningApplication application = run("String((3n ** 12000000n) % 7n)")) {
            Files.writeString(folder.resolve("a.js"), "not JavaScript");
            assertThat(status(application, "/js/slow")).isEqualTo(503);
            int status = status(application, "/js/fine");
            for (int i = 0; i < 1000 && status == 503; i++) {
                status = status(application, "/js/fine");
            }
            assertThat(status).isEqualTo(200);
        }
    }
}
