package org.jzenith.benchmark.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FanOutTest {

    private static final String ANSWER = "HTTP/1.1 200 OK\r\nServer: service\r\nDate: now\r\nX-Request-Id: 1\r\n"
            + "Cache-Control: no-store\r\n\r\n3\r\n:\n\n\r\nc\r\ndata: {\"a\":1}\n\n\r\n";

    @Test
    void answersAreTheSameInWhateverPiecesTheyCome() {
        assertThat(FanOut.comparable(ANSWER))
                .isEqualTo("cache-control:no-store\nhttp/1.1200ok\nserver:service\n\n:\n\ndata: {\"a\":1}\n\n");
        assertThat(FanOut.comparable(ANSWER.replace("\r\nf\r\ndata: ", "\r\n2\r\nda\r\nD\r\nta: ")))
                .isEqualTo(FanOut.comparable(ANSWER));
    }

    @Test
    void otherHeadersAndOtherEventsAreDifferent() {
        assertThat(FanOut.comparable(ANSWER.replace("no-store", "no-cache"))).isNotEqualTo(FanOut.comparable(ANSWER));
        assertThat(FanOut.comparable(ANSWER.replace("{\"a\":1}", "{\"a\":2}"))).isNotEqualTo(FanOut.comparable(ANSWER));
    }
}
