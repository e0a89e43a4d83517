package org.jzenith.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** Built-in functions that take long: which of them react to the interrupt of a turn. */
final class SlowBuiltInsTest {

    private static final String HANDLERS = """
            import { get } from 'jzenith'
            %s
            let pending = 0
            get('/pending', () => { pending++; return new Promise(() => {}) })
            get('/count', () => String(pending))
            get('/slow', () => %s)
            """;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private RunningApplication run(final String first, final String slow) throws IOException {
        Files.writeString(folder.resolve("a.js"), HANDLERS.formatted(first, slow));
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.drain-timeout", "100ms")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run();
    }

    private CompletableFuture<HttpResponse<String>> get(final RunningApplication application, final String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + "/js" + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString(UTF_8));
    }

    private CompletableFuture<HttpResponse<String>> pending(final RunningApplication application) {
        final CompletableFuture<HttpResponse<String>> pending = get(application, "/pending");
        String count = "0";
        while (!count.equals("1")) {
            count = get(application, "/count").join().body();
        }
        return pending;
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/^(a+)+\\1$/.test('a'.repeat(60) + 'b')",
                "JSON.stringify(new Array(2e7).fill(1)).length",
                "Array.from({ length: 2e6 }, Math.random).sort((a, b) => a - b).length",
                "eval('for (;;) ;')"
            })
    void theseReactToTheInterrupt(final String slow) throws IOException {
        try (RunningApplication application = run("", slow)) {
            final CompletableFuture<HttpResponse<String>> pending = pending(application);
            assertThat(get(application, "/slow").join().statusCode()).isEqualTo(503);
            assertThat(get(application, "/count").join().body()).isEqualTo("1");
            assertThat(pending).isNotDone();
        }
    }

    /** The page lists them. The first column is computed when the file is loaded. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            3n ** 4500000n                                | value.toString().length
            3n ** 4500000n                                | String(value * value * value * value % 7n)
            '7'.repeat(800000)                            | String(BigInt(value) % 7n)
            Array.from({ length: 500000 }, Math.random)   | value.sort().length
            'ä'.repeat(1e8)                               | value.normalize('NFD').length
            'ä'.repeat(2e8)                               | value.localeCompare('b')
            'ä'.repeat(5e7)                               | encodeURIComponent(value).length
            '%C3%A4'.repeat(2e7)                          | decodeURIComponent(value).length
            'ä'.repeat(1e8)                               | escape(value).length
            'ä"'.repeat(5e7)                              | JSON.stringify(value).length
            '[' + '1,'.repeat(4e7) + '1]'                 | JSON.parse(value).length
            'a'.repeat(6e7)                               | value.split('').length
            'a'.repeat(6e7)                               | value.replaceAll('a', 'bb').length
            'ß'.repeat(300000)                            | value.toUpperCase().length
            """)
    void theseBlockUntilTheyReturn(final String value, final String slow) throws IOException {
        try (RunningApplication application = run("const value = " + value, slow)) {
            final CompletableFuture<HttpResponse<String>> pending = pending(application);
            assertThat(get(application, "/slow").join().statusCode()).isEqualTo(503);
            assertThat(pending.join().body()).contains("The JavaScript realm is being replaced.");
        }
    }

    @Test
    void aRealmThatDoesNotReactIsReplacedByTheSameFiles() throws IOException {
        try (RunningApplication application = run("", "String((3n ** 12000000n) % 7n)")) {
            Files.writeString(folder.resolve("a.js"), "not JavaScript");
            final CompletableFuture<HttpResponse<String>> pending = pending(application);
            assertThat(get(application, "/slow").join().statusCode()).isEqualTo(503);
            assertThat(pending.join().body()).contains("The JavaScript realm is being replaced.");
            HttpResponse<String> count = get(application, "/count").join();
            for (int i = 0; i < 1000 && count.statusCode() == 503; i++) {
                count = get(application, "/count").join();
            }
            assertThat(count.body()).isEqualTo("0");
        }
    }
}
