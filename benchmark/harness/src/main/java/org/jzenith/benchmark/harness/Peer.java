package org.jzenith.benchmark.harness;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;

/** Another framework, with a program in {@code benchmark/contestants} that answers like the example and the service. */
enum Peer {
    NODE("Node.js", "node", "server.mjs", Contestant.Level.CONFIGURED),
    VERTX_WEB("Vert.x Web", "vertx-web", "target/vertx-web.jar", Contestant.Level.OBSERVED),
    QUARKUS("Quarkus", "quarkus", "target/quarkus-app/quarkus-run.jar", Contestant.Level.OBSERVED),
    SPRING_WEBFLUX("Spring WebFlux", "spring-boot", "target/spring-webflux.jar", Contestant.Level.CONFIGURED);

    private final String product;
    private final String framework;
    private final String file;
    private final Contestant.Level highest;

    Peer(final String product, final String framework, final String file, final Contestant.Level highest) {
        this.product = product;
        this.framework = framework;
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
    List<String> command(final Path root, final List<String> java, final Contestant.Level level) {
        final String program = program(root, level);
        return this == NODE
                ? List.of("node", program)
                : Stream.concat(java.stream(), Stream.of("-jar", program)).toList();
    }

    /** The build of Quarkus decides about metrics and traces. */
    private String program(final Path root, final Contestant.Level level) {
        final String build = this == QUARKUS && level == Contestant.Level.OBSERVED ? "-observed" : "";
        return Contestants.built(root, "benchmark/contestants/" + title() + build + "/" + file);
    }
}
