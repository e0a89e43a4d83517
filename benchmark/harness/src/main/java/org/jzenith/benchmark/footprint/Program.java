package org.jzenith.benchmark.footprint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.SecretTokens;
import org.jzenith.benchmark.process.ServiceProgram;

/** A program to measure. All but the example on Redis answer {@code GET /plaintext}. */
enum Program {
    EXAMPLE("jZenith example", true),
    REDIS_EXAMPLE("jZenith example on Redis", false),
    HELLO("jZenith hello", false),
    FEW_METHODS("jZenith, 11 resource methods", false),
    MANY_METHODS("jZenith, 511 resource methods", false),
    BASELINE("baseline", true),
    QUARKUS("Quarkus REST", true);

    private static final String EXAMPLE_JAR = "jzenith-example/target/jzenith-example.jar";

    /** Methods that return JSON: the first of them loads what all need. */
    private static final int FEW = 10;

    private static final int MANY = FEW + 500;

    private final String title;
    private final boolean database;

    Program(final String title, final boolean database) {
        this.title = title;
        this.database = database;
    }

    static Program of(final String option) {
        return Arrays.stream(values())
                .filter(program -> program.option().equals(option))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("There is no program '" + option + "'. The programs are "
                        + Arrays.stream(values()).map(Program::option).collect(Collectors.joining(", ")) + "."));
    }

    /** Returns the programs to measure by default; the peer takes a long time to build, and the example on Redis is for {@link Jvms}. */
    static List<Program> usual() {
        return Arrays.stream(values())
                .filter(program -> program != QUARKUS && program != REDIS_EXAMPLE)
                .toList();
    }

    private String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title() {
        return title;
    }

    boolean usesDatabase() {
        return database;
    }

    /** The arguments with which it ends by itself after a training run; without any it is told to end. */
    List<String> training() {
        return this == BASELINE || this == QUARKUS ? List.of() : List.of("--training-run");
    }

    /** The arguments of the JVM that start it. What has to be made for it first goes to the folder. */
    List<String> command(final Path root, final Path folder) {
        return switch (this) {
            case EXAMPLE -> withoutLogins(jar(root, EXAMPLE_JAR));
            case REDIS_EXAMPLE ->
                List.of("-cp", existing(root, EXAMPLE_JAR).toString(), "org.jzenith.example.RedisApplication");
            case HELLO -> jar(root, "benchmark/contestants/hello/target/hello.jar");
            case BASELINE -> jar(root, "benchmark/baseline/target/baseline.jar");
            case QUARKUS -> jar(root, "benchmark/contestants/quarkus/target/quarkus-app/quarkus-run.jar");
            case FEW_METHODS -> ServiceProgram.withRoutes(root, folder, FEW).routesOnly();
            case MANY_METHODS -> ServiceProgram.withRoutes(root, folder, MANY).routesOnly();
        };
    }

    private static List<String> withoutLogins(final List<String> command) {
        return Stream.concat(command.stream(), SecretTokens.OF_EXAMPLE.stream()).toList();
    }

    private static List<String> jar(final Path root, final String jar) {
        return List.of("-jar", existing(root, jar).toString());
    }

    private static Path existing(final Path root, final String jar) {
        final Path file = root.resolve(jar);
        if (!Files.isRegularFile(file)) {
            throw new BenchmarkException(
                    "There is no " + file + ". Use the script of this measurement, which builds it.");
        }
        return file;
    }
}
