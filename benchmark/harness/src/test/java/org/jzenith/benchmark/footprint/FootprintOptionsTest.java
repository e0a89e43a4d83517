package org.jzenith.benchmark.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line of both measurements, and how they sum up. */
final class FootprintOptionsTest {

    private static final List<String> KNOWN = List.of("--runs", "--jvm", "--jvm-options");

    @Test
    void aValueMayStandBehindASpaceOrAnEqualsSign() {
        assertThat(FootprintOptions.parse(KNOWN, "--runs", "3").number("--runs", 10, 1, 100))
                .isEqualTo(3);
        assertThat(FootprintOptions.parse(KNOWN, "--runs=4").number("--runs", 10, 1, 100))
                .isEqualTo(4);
        assertThat(FootprintOptions.parse(KNOWN).number("--runs", 10, 1, 100)).isEqualTo(10);
    }

    @Test
    void whatIsUnknownOrOutOfRangeIsRefusedWithItsName() {
        assertThatThrownBy(() -> FootprintOptions.parse(KNOWN, "--rounds", "3")).hasMessageContaining("'--rounds'");
        assertThatThrownBy(() -> FootprintOptions.parse(KNOWN, "--runs")).hasMessageContaining("--runs needs a value");
        assertThatThrownBy(() -> FootprintOptions.parse(KNOWN, "--runs", "many").number("--runs", 10, 1, 100))
                .hasMessageContaining("--runs is 'many'");
        assertThatThrownBy(() -> FootprintOptions.parse(KNOWN, "--runs", "0").number("--runs", 10, 1, 100))
                .hasMessageContaining("from 1 to 100");
        assertThatThrownBy(
                        () -> FootprintOptions.parse(KNOWN, "--jvm", "nowhere").jvm())
                .hasMessageContaining("'nowhere'");
    }

    @Test
    void theJvmsOptionsAreWords() {
        assertThat(FootprintOptions.parse(KNOWN, "--jvm-options", " -Xmx64m  -XX:+UseSerialGC ")
                        .jvm()
                        .options())
                .containsExactly("-Xmx64m", "-XX:+UseSerialGC");
    }

    @Test
    void severalJvmsAreSeparatedByCommas() {
        final String home = System.getProperty("java.home");
        final List<String> known = List.of("--jvms");

        assertThat(FootprintOptions.parse(known, "--jvms", home + "," + home).jvms())
                .hasSize(2);
        assertThat(FootprintOptions.parse(known).jvms()).hasSize(1);
        assertThatThrownBy(() -> FootprintOptions.parse(known, "--jvms", home + ",nowhere")
                        .jvms())
                .hasMessageContaining("'nowhere'. It comes from --jvms");
    }

    @Test
    void figuresShowTheMedianAndBothEnds() {
        final Figures figures = new Figures();
        List.of(5.0, 1.0, 9.0, 3.0).forEach(figures::add);
        assertThat(figures.median()).isEqualTo(4);
        assertThat(figures.spread(1)).isEqualTo("4.0 (1.0 to 9.0)");
    }
}
