package org.jzenith.observability.internal.recent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The findings about the processors, for figures that a test cannot get from its own machine. */
final class SignalsTest {

    /** Returns the findings after some seconds with the same load. */
    private static List<String> findings(final int seconds, final double all, final double own) {
        final Signals signals = new Signals(new Limits(), new Signals.Processors(() -> all, () -> own));
        for (int i = 0; i < seconds; i++) {
            signals.sample();
        }
        return signals.findings().stream().map(Finding::text).toList();
    }

    @Test
    void busyProcessorsAreFound() {
        assertThat(findings(60, 1, 0.75))
                .containsExactly(
                        "The processors are 100 % busy, 75 % with this application. Record a profile to see what it does.");
    }

    @Test
    void otherProgramsThatKeepTheProcessorsBusyAreFound() {
        assertThat(findings(60, 0.97, 0.25))
                .containsExactly(
                        "The processors are 97 % busy, 25 % with this application. Other programs on this machine cause most of this load.");
    }

    @Test
    void aLoadOfSecondsOrOneThatIsUnknownIsNoFinding() {
        assertThat(findings(10, 1, 1)).isEmpty();
        assertThat(findings(11, 1, 1)).hasSize(1);
        assertThat(findings(60, 0.89, 0.89)).isEmpty();
        assertThat(findings(60, -1, -1)).isEmpty();
        assertThat(findings(60, Double.NaN, Double.NaN)).isEmpty();
    }
}
