package org.jzenith.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class TraceCollectorTest {

    @Test
    void spansOfTheCountedTraceAreCountedForTheirProgram() throws IOException, InterruptedException {
        final byte[] counted =
                HexFormat.of().parseHex(TraceCollector.TRACEPARENT.split("-", -1)[1]);
        final ByteArrayOutputStream spans = new ByteArrayOutputStream();
        spans.write(counted);
        spans.write(new byte[] {1, 2, 3});
        spans.write(counted);
        try (TraceCollector collector = new TraceCollector()) {
            send(collector.endpoint("one"), spans.toByteArray());
            send(collector.endpoint("one"), new byte[16]);
            send(collector.endpoint("two"), new byte[16]);

            assertThat(collector.spans("one")).isEqualTo(2);
            assertThat(collector.spans("two")).isZero();
            assertThat(collector.spans("three")).isZero();
        }
    }

    private static void send(final String endpoint, final byte[] body) throws IOException, InterruptedException {
        final HttpResponse<Void> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(endpoint + "/v1/traces"))
                                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
        assertThat(response.statusCode()).isEqualTo(200);
    }
}
