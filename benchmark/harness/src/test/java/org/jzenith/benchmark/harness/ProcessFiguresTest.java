package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ProcessFiguresTest {

    @Test
    void ticksAreUserAndSystemTimeWhateverTheProcessIsCalled() {
        final String stat = "4711 (a ) b) S 1 4711 4711 0 -1 4194560 9000 0 12 0 250 75 0 0 20 0 30 0 123456 0";

        assertThat(ProcessFigures.ticks(stat)).isEqualTo(325);
    }

    @Test
    void childProcessesCount() throws IOException {
        final ProcessFigures figures =
                new ProcessFigures(ProcessHandle.current().pid());
        final double alone = figures.peakMebibytes();
        final Process child = new ProcessBuilder("cat").start();
        try {
            assertThat(figures.peakMebibytes()).isGreaterThan(alone);
        } finally {
            child.destroy();
        }
    }

    @Test
    void peakIsReadFromTheStatus() {
        assertThat(ProcessFigures.kibibytes(
                        ProcessFigures.PEAK, "Name:\tjava\nVmPeak:\t 999 kB\nVmHWM:\t  204800 kB\nVmRSS:\t1 kB\n"))
                .isEqualTo(204_800);
    }
}
