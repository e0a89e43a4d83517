package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;

/** Another framework or language, with a program in {@code benchmark/contestants} that answers like the example and the service. */
enum Peer {
    /** The endpoints in JavaScript on jZenith. */
    JAVASCRIPT("JavaScript on jZenith", "graal", "javascript", "target/javascript.jar", Contestant.Level.CONFIGURED),

    /** The same mount as {@link #JAVASCRIPT} in Java. */
    JAVA_MOUNT("a mount in Java", "graal", "javascript", "target/javascript.jar", Contestant.Level.CONFIGURED),

    NODE("Node.js", "node", "node", "server.mjs", Contestant.Level.CONFIGURED),
    VERTX_WEB("Vert.x Web", "vertx-web", "vertx-web", "target/vertx-web.jar", Contestant.Level.OBSERVED),
    QUARKUS("Quarkus", "quarkus", "quarkus", "target/quarkus-app/quarkus-run.jar", Contestant.Level.OBSERVED),
    SPRING_WEBFLUX(
            "Spring WebFlux",
            "spring-boot",
            "spring-webflux",
            "target/spring-webflux.jar",
            Contestant.Level.CONFIGURED);

    /** The JDK that the compiler of JavaScript needs. */
    private static final String COMPILED_ON = "JAVA_VERSION=\"25";

    private final String product;
    private final String framework;
    private final String folder;
    private final String file;
    private final Contestant.Level highest;

    Peer(
            final String product,
            final String framework,
            final String folder,
            final String file,
            final Contestant.Level highest) {
        this.product = product;
        this.framework = framework;
        this.folder = folder;
        this.file = file;
        this.highest = highest;
    }

    static Peer of(final String title) {
        return Arrays.stream(values())
                .filter(peer -> peer.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("There is no peer '" + title
                        + "'. It comes from --peers; the peers are "
                        + Arrays.stream(values()).map(Peer::title).collect(Collectors.joining(", ")) + "."));
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name that its makers use. */
    String product() {
        return product;
    }

    /** The name in the property of the project's POM that has its version, except for Node.js. */
    String framework() {
        return framework;
    }

    /** Returns true if its program has the features of the level. */
    boolean has(final Contestant.Level level) {
        return level.compareTo(highest) <= 0;
    }

    /** Returns the program and its first arguments. */
    List<String> command(final Path root, final Path jvm, final List<String> java, final Contestant.Level level) {
        final Path program = program(root, level);
        return switch (this) {
            case NODE -> List.of("node", program.toString());
            case JAVASCRIPT -> joined(java, compiler(jvm, program), List.of("-jar", program.toString()));
            case JAVA_MOUNT ->
                joined(
                        java,
                        List.of(),
                        List.of("-cp", program.toString(), "org.jzenith.benchmark.javascript.JavaEndpoints"));
            default -> joined(java, List.of(), List.of("-jar", program.toString()));
        };
    }

    /** The build of Quarkus decides about metrics and traces. */
    private Path program(final Path root, final Contestant.Level level) {
        final String build = this == QUARKUS && level == Contestant.Level.OBSERVED ? "-observed" : "";
        return Contestants.built(root, "benchmark/contestants/" + folder + build + "/" + file);
    }

    /** Returns the options of the compiler that {@code jzenith:javascript-compiler} has copied beside the program. */
    private static List<String> compiler(final Path jvm, final Path program) {
        try {
            return Files.readString(jvm.resolve("release")).contains(COMPILED_ON)
                    ? List.of(
                            "-XX:+UnlockExperimentalVMOptions",
                            "-XX:+EnableJVMCI",
                            "--upgrade-module-path=" + program.resolveSibling("javascript-compiler"))
                    : List.of();
        } catch (final IOException e) {
            throw new BenchmarkException("The version of the JVM in " + jvm + " cannot be read.", e);
        }
    }

    private static List<String> joined(final List<String> java, final List<String> more, final List<String> program) {
        return Stream.of(java, more, program).flatMap(List::stream).toList();
    }

    /** The target: the requests per CPU second of {@link #JAVASCRIPT}, as a multiple of this peer's; NaN for none. */
    double leastOfJavaScript(final LoadTest test) {
        return switch (this) {
            case JAVA_MOUNT ->
                switch (test) {
                    case PLAINTEXT, JSON, DB, QUERIES -> 0.8;
                    default -> Double.NaN;
                };
            case NODE -> test == LoadTest.QUERIES || test == LoadTest.UPDATES ? 1.5 : Double.NaN;
            default -> Double.NaN;
        };
    }
}
