package org.jzenith.benchmark.security;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.Spread;

/** Measures the start of an application with 500 further routes: without security, with the plugin, and with a policy of each route. */
final class Starts {

    private static final int CLASSES = 50;
    private static final int METHODS_OF_A_CLASS = 10;
    private static final double NANOS_OF_A_SECOND = 1e9;
    private static final String POLICY = "@jakarta.annotation.security.RolesAllowed({\"admin\", \"role-%d\"})";

    private final Programs programs;
    private final Path folder;
    private final Cleanup cleanup;
    private final PrintStream out;

    /** A way to start the application, and the seconds to its first response. */
    private record Start(String name, String security, Path routes, Spread seconds, Spread later) {

        Start(final String name, final String security, final Path routes) {
            this(name, security, routes, new Spread(), new Spread());
        }
    }

    Starts(final Programs programs, final Path folder, final Cleanup cleanup, final PrintStream out) {
        this.programs = programs;
        this.folder = folder;
        this.cleanup = cleanup;
        this.out = out;
    }

    void measure(final FigureTable results, final int runs) {
        final Path open = generate("open", "");
        final Path policies = generate("policies", POLICY);
        final List<Start> all = List.of(
                new Start("start without security", "none", open),
                new Start("start with the plugin", "plugged-in", open),
                new Start("start with 500 policies", "plugged-in", policies),
                new Start("start with 500 policies and tokens", "jwt", policies));
        // The first start of each reads its files from the disk and is not counted.
        for (int run = 0; run <= runs; run++) {
            double least = Double.NaN;
            for (final Start start : all) {
                final double seconds = seconds(start);
                least = Double.isNaN(least) ? seconds : least;
                if (run > 0) {
                    start.seconds.add(seconds);
                    start.later.add(seconds - least);
                }
            }
        }
        out.println("Starts are measured.");
        all.forEach(start -> results.add(start.name + ", s", start.seconds, 3));
        all.stream()
                .skip(1)
                .forEach(start ->
                        results.add(start.name + ", later than without security in the same round, s", start.later, 3));
        final Spread difference = new Spread();
        difference.add(all.get(2).seconds.median() - all.get(0).seconds.median());
        results.atMost("start with 500 policies, difference of the medians, s", difference, 0.05);
    }

    private double seconds(final Start start) {
        try (Cleanup part = cleanup.part()) {
            return programs.withRoutes(part, start.security, start.routes, CLASSES)
                            .awaitResponse()
                            .toNanos()
                    / NANOS_OF_A_SECOND;
        }
    }

    /** Returns a jar with resource classes. */
    private Path generate(final String name, final String policy) {
        final Path sources = folder.resolve(name);
        final Path classes = folder.resolve(name + "-classes");
        final Path jar = folder.resolve(name + ".jar");
        try {
            Files.createDirectories(sources);
            Files.createDirectories(classes);
            final List<String> compiler = new ArrayList<>(
                    List.of("--release", "17", "-cp", programs.jar().toString(), "-d", classes.toString()));
            for (int i = 0; i < CLASSES; i++) {
                compiler.add(write(sources, i, policy));
            }
            run("javac", compiler);
            run("jar", List.of("--create", "--file", jar.toString(), "-C", classes.toString(), "."));
            return jar;
        } catch (final IOException e) {
            throw new BenchmarkException("The resource classes cannot be written to " + folder + ".", e);
        }
    }

    private static String write(final Path folder, final int number, final String policy) throws IOException {
        final String methods = IntStream.range(number * METHODS_OF_A_CLASS, (number + 1) * METHODS_OF_A_CLASS)
                .mapToObj(route -> """
                            @GET
                            @Path("templated-%d/{id}")
                            %s
                            public Single<Message> get%d(@PathParam("id") String id) {
                                return Single.just(new Message(id));
                            }
                        """.formatted(route, policy.formatted(route), route))
                .collect(Collectors.joining("\n"));
        final Path file = folder.resolve("Routes" + number + ".java");
        Files.writeString(file, """
                package org.jzenith.benchmark.secured.routes;

                import io.reactivex.Single;
                import jakarta.inject.Singleton;
                import jakarta.ws.rs.GET;
                import jakarta.ws.rs.Path;
                import jakarta.ws.rs.PathParam;
                import jakarta.ws.rs.Produces;
                import org.jzenith.benchmark.secured.Message;

                @Singleton
                @Path("/")
                @Produces("application/json")
                public final class Routes%d {

                %s}
                """.formatted(number, methods));
        return file.toString();
    }

    private static void run(final String tool, final List<String> arguments) {
        final StringWriter output = new StringWriter();
        final PrintWriter writer = new PrintWriter(output);
        final int code = ToolProvider.findFirst(tool)
                .orElseThrow(() -> new BenchmarkException("This Java installation has no " + tool + ". Use a JDK."))
                .run(writer, writer, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new BenchmarkException("The tool " + tool + " failed: " + output);
        }
    }
}
