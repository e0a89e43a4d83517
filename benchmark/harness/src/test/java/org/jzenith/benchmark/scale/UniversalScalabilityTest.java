package org.jzenith.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.benchmark.process.BenchmarkException;

final class UniversalScalabilityTest {

    private static List<ScalePoint> points(final UniversalScalability law, final int... loops) {
        return IntStream.of(loops).mapToObj(n -> new ScalePoint(n, law.at(n))).toList();
    }

    @ParameterizedTest
    @CsvSource({"1000, 0, 0", "20000, 0.02, 0", "20000, 0, 0.0005", "995.6, 0.0267, 0.00077", "50000, 0.9, 0.3"})
    void theFitFindsTheParametersOfExactPoints(final double lambda, final double sigma, final double kappa) {
        final UniversalScalability law = new UniversalScalability(lambda, sigma, kappa);
        final UniversalScalability found = UniversalScalability.fit(points(law, 1, 2, 2, 4));
        assertThat(found.lambda()).isCloseTo(lambda, within(lambda * 1e-9));
        assertThat(found.sigma()).isCloseTo(sigma, within(1e-9));
        assertThat(found.kappa()).isCloseTo(kappa, within(1e-9));
        assertThat(found.error(new ScalePoint(3, law.at(3)))).isCloseTo(0, within(1e-9));
    }

    @Test
    void theFitIsNearTheParametersOfNoisyPoints() {
        final UniversalScalability law = new UniversalScalability(20_000, 0.05, 0.001);
        final SplittableRandom random = new SplittableRandom(7);
        final List<ScalePoint> noisy = IntStream.rangeClosed(1, 32)
                .mapToObj(n -> new ScalePoint(n, law.at(n) * (0.99 + 0.02 * random.nextDouble())))
                .toList();
        final UniversalScalability found = UniversalScalability.fit(noisy);
        assertThat(found.lambda()).isCloseTo(20_000, within(400.0));
        assertThat(found.sigma()).isCloseTo(0.05, within(0.005));
        assertThat(found.kappa()).isCloseTo(0.001, within(0.0002));
    }

    @Test
    void whatScalesBetterThanLinearlyHasNoNegativeParameters() {
        final UniversalScalability found = UniversalScalability.fit(
                List.of(new ScalePoint(1, 100), new ScalePoint(2, 210), new ScalePoint(4, 440)));
        assertThat(found.sigma()).isZero();
        assertThat(found.kappa()).isZero();
        assertThat(found.lambda()).isBetween(100.0, 110.0);
        assertThat(found.peak()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void onlyOneParameterIsZeroIfTheOtherFits() {
        // Falls too fast for a positive sigma beside kappa.
        final UniversalScalability found = UniversalScalability.fit(
                List.of(new ScalePoint(1, 100), new ScalePoint(2, 200), new ScalePoint(4, 300)));
        assertThat(found.sigma()).isZero();
        assertThat(found.kappa()).isPositive();
    }

    @Test
    void theThroughputIsHighestAtThePeak() {
        final UniversalScalability law = new UniversalScalability(1_000, 0.02, 0.0005);
        assertThat(law.peak()).isEqualTo(44);
        assertThat(law.at(44)).isGreaterThan(law.at(30)).isGreaterThan(law.at(60));
        assertThat(law.loopsFor(law.at(44))).hasValue(44);
        assertThat(law.loopsFor(law.at(44) * 1.001)).isEmpty();
        assertThat(law.loopsFor(1)).hasValue(1);
        assertThat(law.loopsFor(law.at(17) * 1.0001)).hasValue(18);
    }

    @Test
    void threeParametersNeedThreeNumbersOfEventLoops() {
        final List<ScalePoint> points = points(new UniversalScalability(1_000, 0, 0), 1, 2, 2);
        assertThatThrownBy(() -> UniversalScalability.fit(points))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("Give more points.");
    }
}
