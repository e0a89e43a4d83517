package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.jzenith.benchmark.process.BenchmarkException;

final class WrkTest {

    @Test
    void figuresAreReadFromTheLineOfOurScript() {
        final Wrk.Result result = Wrk.parse("""
                Running 2s test @ http://127.0.0.1:8080/plaintext
                  1 threads and 64 connections
                  200000 requests in 2.00s, 25.00MB read
                Requests/sec: 100000.00
                figures duration=2000000 requests=200000 errors=3 mean=600 sigma=150 p50=480 p90=900 p99=2500 p999=12000 max=15000
                """, 1);

        assertThat(result.requests()).isEqualTo(200_000);
        assertThat(result.rate()).isEqualTo(100_000);
        assertThat(result.errors()).isEqualTo(3);
        assertThat(result.latencies()).isEqualTo(new Latencies(0.6, 0.15, 0.48, 0.9, 2.5, 12, 15));
    }

    /** A real output of wrk for 1.7 million requests in batches of sixteen. */
    @Test
    void pipelinedRequestsHaveNoLatencies() {
        final Wrk.Result result =
                Wrk.parse("figures duration=2001900 requests=1743264 errors=0 p50=607 p99=0 p999=0", 16);

        assertThat(result.requests()).isEqualTo(1_743_264);
        assertThat(result.latencies()).isEqualTo(Latencies.NONE);
    }

    @Test
    void outputWithoutFiguresIsShown() {
        assertThatThrownBy(() -> Wrk.parse("unable to connect to localhost:8080 Connection refused", 1))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("Connection refused");
    }

    @Test
    void missingFigureIsNamed() {
        assertThatThrownBy(
                        () -> Wrk.parse("figures duration=1 requests=1 errors=0 mean=1 sigma=1 p50=1 p90=1 p99=1", 1))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("'p999'");
    }
}
