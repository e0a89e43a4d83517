package org.jzenith.benchmark.scale;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * The universal scalability law of Neil Gunther (Guerrilla Capacity Planning, 2007), a model of a closed queueing network:
 * {@code X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1))}.
 *
 * @param lambda the throughput of one event loop
 * @param sigma the part of the work that waits for what all share; 0 to 1
 * @param kappa the part that grows with each pair, such as data that goes from one cache to another; at least 0
 */
record UniversalScalability(double lambda, double sigma, double kappa) {

    private static final int PARAMETERS = 3;

    /**
     * Fits the law to measured points: the least sum of squared relative errors, with {@code sigma} and {@code kappa} of at least 0. The
     * reciprocal {@code N / X(N)} is linear in the parameters, so this needs no iteration.
     *
     * @param points with at least three different numbers of event loops
     */
    static UniversalScalability fit(final List<ScalePoint> points) {
        if (points.stream().mapToInt(ScalePoint::loops).distinct().count() < PARAMETERS) {
            throw new BenchmarkException(
                    "The law has three parameters, so it needs points with three numbers of event loops. Give"
                            + " more points.");
        }
        UniversalScalability best = null;
        double least = Double.POSITIVE_INFINITY;
        // The minimum under both bounds is the minimum without one of them, or with parameters that are 0.
        for (int free = 0; free < 4; free++) {
            final UniversalScalability found = fit(points, (free & 1) != 0, (free & 2) != 0);
            if (found != null && found.squaredErrors(points) < least) {
                best = found;
                least = found.squaredErrors(points);
            }
        }
        if (best == null) {
            throw new BenchmarkException("The law does not fit the points " + points + ". Measure again.");
        }
        return best;
    }

    private double squaredErrors(final List<ScalePoint> points) {
        return points.stream()
                .mapToDouble(point -> point.perSecond() / at(point.loops()) - 1)
                .map(error -> error * error)
                .sum();
    }

    /** Returns null if the minimum is out of bounds. */
    private static @Nullable UniversalScalability fit(
            final List<ScalePoint> points, final boolean hasSigma, final boolean hasKappa) {
        final double[][] equations = new double[PARAMETERS][PARAMETERS + 1];
        for (final ScalePoint point : points) {
            final double scale = point.perSecond() / point.loops();
            final double others = point.loops() - 1.0;
            final double[] features = {
                scale, hasSigma ? scale * others : 0, hasKappa ? scale * others * point.loops() : 0
            };
            for (int row = 0; row < PARAMETERS; row++) {
                for (int column = 0; column < PARAMETERS; column++) {
                    equations[row][column] += features[row] * features[column];
                }
                equations[row][PARAMETERS] += features[row];
            }
        }
        if (!hasSigma) {
            equations[1][1] = 1;
        }
        if (!hasKappa) {
            equations[2][2] = 1;
        }
        final double[] found = solve(equations);
        return found[0] > 0 && found[1] >= 0 && found[2] >= 0
                ? new UniversalScalability(1 / found[0], found[1] / found[0], found[2] / found[0])
                : null;
    }

    /** Solves linear equations by Gauss's elimination. Their matrix is positive definite, so no pivot is 0. */
    private static double[] solve(final double[][] equations) {
        for (int pivot = 0; pivot < PARAMETERS; pivot++) {
            for (int row = pivot + 1; row < PARAMETERS; row++) {
                final double factor = equations[row][pivot] / equations[pivot][pivot];
                for (int column = pivot; column <= PARAMETERS; column++) {
                    equations[row][column] -= factor * equations[pivot][column];
                }
            }
        }
        final double[] found = new double[PARAMETERS];
        for (int row = PARAMETERS - 1; row >= 0; row--) {
            double rest = equations[row][PARAMETERS];
            for (int column = row + 1; column < PARAMETERS; column++) {
                rest -= equations[row][column] * found[column];
            }
            found[row] = rest / equations[row][row];
        }
        return found;
    }

    /** Returns the throughput of a number of event loops. */
    double at(final double loops) {
        return lambda * loops / (1 + sigma * (loops - 1) + kappa * loops * (loops - 1));
    }

    /** Returns the number of event loops with the highest throughput; {@link Integer#MAX_VALUE} if more always add some. */
    int peak() {
        return kappa == 0
                ? Integer.MAX_VALUE
                : (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.sqrt((1 - Math.min(1, sigma)) / kappa)));
    }

    /** Returns the smallest number of event loops with a throughput; empty if there is none. */
    OptionalInt loopsFor(final double perSecond) {
        int least = 1;
        int most = Math.min(peak(), 1 << 24);
        if (at(most) < perSecond) {
            return OptionalInt.empty();
        }
        while (least < most) {
            final int middle = least + (most - least) / 2;
            if (at(middle) < perSecond) {
                least = middle + 1;
            } else {
                most = middle;
            }
        }
        return OptionalInt.of(least);
    }

    /** Returns how far a prediction is from what was measured: 0.1 if it is 10 % too high. */
    double error(final ScalePoint measured) {
        return at(measured.loops()) / measured.perSecond() - 1;
    }
}
