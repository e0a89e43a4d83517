package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkException;

/** Another framework, with a program in {@code benchmark/contestants} that answers like the example and the service. */
enum Peer {
    QUARKUS("quarkus-app/quarkus-run.jar"),
    SPRING_WEBFLUX("spring-webflux.jar"),
    VERTX_WEB("vertx-web.jar");

    private final String jar;

    Peer(final String jar) {
        this.jar = jar;
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

    /** Returns true if its program has the features of the level. */
    boolean has(final Contestant.Level level) {
        return this != SPRING_WEBFLUX || level != Contestant.Level.OBSERVED;
    }

    /** The program, below the root of the project. The build of Quarkus decides about metrics and traces. */
    String jar(final Contestant.Level level) {
        final String build = this == QUARKUS && level == Contestant.Level.OBSERVED ? "-observed" : "";
        return "benchmark/contestants/" + title() + build + "/target/" + jar;
    }
}
