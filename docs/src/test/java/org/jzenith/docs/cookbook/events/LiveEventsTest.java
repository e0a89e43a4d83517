package org.jzenith.docs.cookbook.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/live-events.md. */
final class LiveEventsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application()
                    // region plugin
                    .withPlugins(RestPlugin.withResources(MessageResource.class))
                    .withModules(binder -> binder.bind(Messages.class))
            // endregion
            );

    @Test
    void aClientReadsWhatItHasMissedAndWhatComes() throws IOException {
        APP.http().withHeader("Content-Type", "text/plain").post("/messages", "one");
        APP.http().withHeader("Content-Type", "text/plain").post("/messages", "two");
        final URI uri = APP.http().uri();
        try (Socket client = new Socket(uri.getHost(), uri.getPort())) {
            client.setSoTimeout(20_000);
            client.getOutputStream()
                    .write(
                            ("GET /messages HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\nLast-Event-ID: 1\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            assertThat(nextData(lines)).isEqualTo("data: {\"number\":2,\"text\":\"two\"}");
            APP.http().withHeader("Content-Type", "text/plain").post("/messages", "three");
            assertThat(nextData(lines)).isEqualTo("data: {\"number\":3,\"text\":\"three\"}");
        }
    }

    @Test
    void thePageListens() {
        assertThat(APP.http().get("/messages/page").body()).contains("new EventSource(\"/messages\")");
    }

    private static String nextData(final BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.startsWith("data: ")) {
            line = lines.readLine();
        }
        return line;
    }
}
