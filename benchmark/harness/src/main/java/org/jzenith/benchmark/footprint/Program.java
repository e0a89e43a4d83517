package org.jzenith.benchmark.footprint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jzenith.benchmark.process.Failure;

/**
 * A program to measure. All answer {@code GET /plaintext}.
 *
 * @param jar below the root of the sources
 * @param training the arguments with which it ends by itself after a training run; without any it is told to end
 */
record Program(String name, String jar, List<String> training) {

    private static final List<String> TRAINING_RUN = List.of("--training-run");

    static final Program EXAMPLE =
            new Program("jZenith example", "jzenith-example/target/jzenith-example.jar", TRAINING_RUN);
    static final Program HELLO =
            new Program("jZenith hello", "benchmark/contestants/hello/target/hello.jar", TRAINING_RUN);
    static final Program BASELINE = new Program("baseline", "benchmark/baseline/target/baseline.jar", List.of());

    Path jar(final Path root) {
        final Path file = root.resolve(jar);
        if (!Files.isRegularFile(file)) {
            throw new Failure("There is no " + file + ". Use the script of this measurement, which builds it.");
        }
        return file;
    }
}
