package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LoadRequestTest {

    @Test
    void scriptSendsMethodHeadersInOrderAndBody() {
        assertThat(LoadRequest.postJson("/orders", "{\"a\":\"\\\\\"}")
                        .withHeaders("X-First: 1\nX-Second: a: b\n")
                        .lua())
                .isEqualTo("""
                        wrk.method = "POST"
                        wrk.headers["Content-Type"] = "application/json"
                        wrk.headers["X-First"] = "1"
                        wrk.headers["X-Second"] = "a: b"
                        wrk.body = "{\\"a\\":\\"\\\\\\\\\\"}"
                        local errors_expected = false
                        """);
    }

    @Test
    void answerThatWrkCountsAsAnErrorIsExpected() {
        assertThat(LoadRequest.get("/nothing").answered(404).lua()).contains("local errors_expected = true");
        assertThat(LoadRequest.get("/moved").answered(302).lua()).contains("local errors_expected = false");
    }

    @Test
    void sizesAreThoseThatTheReportNames() {
        final LoadRequest browser = LoadTest.BROWSER_HEADERS.request("");
        final int headers = browser.headers().entrySet().stream()
                .mapToInt(header -> header.getKey().length() + header.getValue().length() + ": \r\n".length())
                .sum();

        assertThat(headers).isBetween(650, 750);
        assertThat(LoadTest.Headers.ORDER.getBytes(StandardCharsets.UTF_8)).hasSize(170);
    }

    @Test
    void anUploadIsNotWrittenIntoTheScript() {
        assertThat(LoadTest.UPLOAD.request("").lua())
                .contains("wrk.body = string.rep(\"x\", 100000000)")
                .hasSizeLessThan(300);
        assertThat(LoadTest.UPLOAD
                        .request("")
                        .to(jzenith())
                        .bodyPublisher()
                        .orElseThrow()
                        .contentLength())
                .isEqualTo(100_000_000);
    }

    @Test
    void aRequestOverTlsGoesToThePortWithTls() {
        final Contestant contestant = jzenith();

        assertThat(LoadTest.JSON_TLS.request("").to(contestant).uri()).hasToString("https://127.0.0.1:443/json");
        assertThat(LoadTest.JSON_HTTP2.request("").to(contestant).uri()).hasToString("http://127.0.0.1:80/json");
    }

    private static Contestant jzenith() {
        return new Contestant(
                "jzenith", 80, 443, 0, List.of(), Map.of(), true, Contestant.Level.CONFIGURED, Contestant.NO_FILE);
    }
}
