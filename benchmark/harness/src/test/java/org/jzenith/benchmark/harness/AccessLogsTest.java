package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AccessLogsTest {

    @Test
    void timeIdAndDurationAreNotCompared() {
        assertThat(AccessLogs.comparable("127.0.0.1 - - [22/Nov/2026:14:02:11 +0000] \"GET /json HTTP/1.1\" 200 27"))
                .isEqualTo("127.0.0.1 - - [-] \"GET /json HTTP/1.1\" 200 27");
        assertThat(AccessLogs.comparable(
                        "{\"time\":\"2026-11-22T14:02:11.123Z\",\"requestId\":\"a-1\",\"trace_id\":\"0af7\",\"span_id\":\"b7ad\",\"status\":200,"
                                + "\"durationMs\":0.25,\"userAgent\":\"x\"}"))
                .isEqualTo(
                        "{\"time\":\"-\",\"requestId\":\"-\",\"trace_id\":\"-\",\"span_id\":\"-\",\"status\":200,\"durationMs\":-,\"userAgent\":\"x\"}");
    }

    @Test
    void lengthIsComparedUnlessRowsAreRandom() {
        assertThat(AccessLogs.comparable("\"GET /queries?queries=20 HTTP/1.1\" 200 612"))
                .endsWith("\" 200 -");
        assertThat(AccessLogs.comparable("\"GET /users/7 HTTP/1.1\" 404 99")).endsWith("\" 404 99");
    }
}
