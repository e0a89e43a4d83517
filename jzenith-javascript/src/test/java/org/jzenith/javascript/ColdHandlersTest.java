package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.internal.fault.ChildJvm;

/** The first request to a handler may take longer than {@code javascript.max-turn}, because its code is not loaded yet. */
final class ColdHandlersTest {

    /** Takes 300 ms at the first call, and does not end at the second. */
    private static final String BUSY = """
            let calls = 0
            const busy = () => {
              const end = Date.now() + 300
              while (calls > 0 || Date.now() < end);
              calls++
              return 'done'
            }
            """;

    @TempDir
    private Path folder;

    /** A server that sends itself one request. */
    public static final class ColdServer {

        private ColdServer() {}

        /**
         * Prints the status of the response.
         *
         * @param arguments the folder of the handlers
         * @throws Exception if it fails
         */
        public static void main(final String... arguments) throws Exception {
            try (RunningApplication application = run(Path.of(arguments[0]))) {
                System.out.println("The status is " + status(application, "/js/url", ""));
            }
        }
    }

    private static RunningApplication run(final Path folder) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run();
    }

    private RunningApplication run(final String file) throws IOException {
        Files.writeString(folder.resolve("a.js"), "import { get, post } from 'jzenith'\n" + file);
        return run(folder);
    }

    private static int status(final RunningApplication application, final String path, final String body)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + application.port() + path))
                .header("Content-Type", "application/json");
        return HttpClient.newHttpClient()
                .send(
                        (body.isEmpty() ? request : request.POST(HttpRequest.BodyPublishers.ofString(body))).build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void onlyTheFirstRequestMayTakeLonger() throws Exception {
        try (RunningApplication application = run(BUSY + "get('/busy', busy)\nget('/fine', () => 'fine')\n")) {
            assertThat(status(application, "/js/busy", "")).isEqualTo(200);
            assertThat(status(application, "/js/busy", "")).isEqualTo(503);
            assertThat(status(application, "/js/fine", "")).isEqualTo(200);
        }
    }

    /** A callback of a promise may be the first to use a function. */
    @Test
    void eachOfItsTurnsMayTakeLonger() throws Exception {
        try (RunningApplication application = run(BUSY
                + "get('/busy', async () => { await new Promise(done => setTimeout(done, 1)); return busy() })\n")) {
            assertThat(status(application, "/js/busy", "")).isEqualTo(200);
        }
    }

    @Test
    void aRequestThatDoesNotReachTheHandlerIsNotTheFirst() throws Exception {
        try (RunningApplication application = run(BUSY + "post('/busy', { body: { type: 'object' } }, busy)\n")) {
            assertThat(status(application, "/js/busy", "1")).isEqualTo(400);
            assertThat(status(application, "/js/busy", "{}")).isEqualTo(200);
        }
    }

    @Test
    @Tag("full")
    void aServerThatHasJustStartedServesItsFirstRequest() throws Exception {
        Files.writeString(folder.resolve("a.js"), """
                import { get } from 'jzenith'
                get('/url', ({ headers }) => {
                  const url = new URL('http://localhost:8080/a/b?c=d')
                  url.searchParams.append('host', headers.host)
                  return url.href.replace(/[0-9]+/g, digits => digits.length)
                })
                """);
        ChildJvm.start(ColdServer.class, "The status is 200", folder.toString()).close();
    }
}
