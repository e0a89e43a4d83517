package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

final class H2loadTest {

    private static final String OUTPUT = """
            starting benchmark...
            Application protocol: h2

            finished in 943.52ms, 21197.27 req/s, 3.20MB/s
            requests: 20000 total, 20000 started, 20000 done, 19990 succeeded, 7 failed, 3 errored, 0 timeout
            status codes: 19990 2xx, 0 3xx, 7 4xx, 0 5xx
            """;

    @Test
    void figuresAreThoseThatItPrints() {
        final Wrk.Result result = H2load.parse(OUTPUT);

        assertThat(List.of(result.seconds(), (double) result.requests(), (double) result.errors()))
                .containsExactly(0.94352, 19_990.0, 10.0);
        assertThat(result.latencies()).isEqualTo(Latencies.NONE);
        assertThat(H2load.parse(OUTPUT.replace("943.52ms", "2.50s")).seconds()).isEqualTo(2.5);
    }

    @Test
    void anotherProtocolIsNoResult() {
        assertThatThrownBy(() -> H2load.parse(OUTPUT.replace("protocol: h2", "protocol: http/1.1")))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("speaks http/1.1");
        assertThatThrownBy(() -> H2load.parse("could not connect to host"))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("no figures, but: could not connect");
    }

    @Test
    void connectionsAndStreamsAreThoseOfTheTest() {
        assertThat(new H2load(new Cleanup(), 64)
                        .command(
                                LoadTest.JSON_HTTP2_TLS,
                                LoadTest.JSON_HTTP2_TLS.request(""),
                                "https://127.0.0.1:8443",
                                2))
                .contains("-c16", "-m16", "-n20000", "https://127.0.0.1:8443/json");
    }
}
