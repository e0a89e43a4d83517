package org.jzenith.core.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class LogTextTest {

    @Test
    void harmlessTextIsTheSame() {
        final String text = "plain \u00e4\u65e5\ud83d\ude00 {}%\\ 'text'";
        assertThat(LogText.escape(text)).isSameAs(text);
        assertThat(LogText.escape("")).isEmpty();
    }

    @Test
    void whatBreaksALineOrDrivesATerminalIsEscaped() {
        assertThat(LogText.escape("a\r\nb\tc\u001b[31m\u0000\u007f\u0085\u2028\u2029\u202e\u2066d"))
                .isEqualTo("a\\r\\nb\\tc\\u001b[31m\\u0000\\u007f\\u0085\\u2028\\u2029\\u202e\\u2066d");
    }

    /** Format strings would need 700 bytes for each character, which a client chooses. */
    @Test
    void escapingNeedsLittleMemory() {
        final String text = "\u0085".repeat(10_000);
        final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long before = thread.getCurrentThreadAllocatedBytes();
        assertThat(LogText.escape(text)).startsWith("\\u0085\\u0085").hasSize(60_000);
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(4_000_000);
    }

    @Test
    void aHarmlessExceptionIsTheSame() {
        final Exception error = new Exception("plain", new Exception());
        error.addSuppressed(new Exception("plain"));
        assertThat(LogText.escape(error)).isSameAs(error);
    }

    @Test
    void anExceptionKeepsItsTracesAndCauses() {
        final Exception cause = new Exception("in\nside");
        final Exception error = new IllegalStateException("out\rside", cause);
        error.addSuppressed(new Exception("be\u001bside"));

        final Throwable escaped = LogText.escape(error);
        assertThat(escaped.getStackTrace()).isEqualTo(error.getStackTrace());
        assertThat(escaped.getMessage()).isEqualTo("java.lang.IllegalStateException: out\\rside");
        assertThat(escaped.getCause().getMessage()).isEqualTo("java.lang.Exception: in\\nside");
        assertThat(escaped.getCause().getStackTrace()).isEqualTo(cause.getStackTrace());
        assertThat(escaped.getSuppressed()[0].getMessage()).isEqualTo("java.lang.Exception: be\\u001bside");
    }

    @Test
    void aHarmfulCauseOfAHarmlessExceptionIsEscaped() {
        final StringWriter text = new StringWriter();
        LogText.escape(new IllegalStateException("plain", new Exception("a\nFORGED")))
                .printStackTrace(new PrintWriter(text, true));
        assertThat(text.toString().lines()).noneMatch(line -> line.startsWith("FORGED"));
    }

    @Test
    void causesThatFormACircleEnd() {
        final Exception first = new Exception("a\nb");
        final Exception second = new Exception("c", first);
        first.initCause(second);
        assertThat(LogText.escape(second)).isNotSameAs(second);

        final Exception harmless = new Exception("a");
        harmless.initCause(new Exception("b", harmless));
        assertThat(LogText.escape(harmless)).isSameAs(harmless);
    }
}
