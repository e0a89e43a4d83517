package org.jzenith.benchmark.process;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The jZenith application that is measured as a service, with as many further resource methods as one wants. */
public final class ServiceProgram {

    private static final String PACKAGE = "org.jzenith.benchmark.service";
    private static final int METHODS_OF_A_CLASS = 10;
    private static final int FILTERS = 20;

    private final Path jar;
    private final Path routesJar;
    private final int routes;

    private ServiceProgram(final Path jar, final Path routesJar, final int routes) {
        this.jar = jar;
        this.routesJar = routesJar;
        this.routes = routes;
    }

    /**
     * Makes the resource classes, ten methods in each, and twenty filters.
     *
     * @param root the root of the sources
     * @param folder where the classes go
     * @param routes how many methods with a template and how many without; a multiple of ten
     * @return the program
     */
    public static ServiceProgram withRoutes(final Path root, final Path folder, final int routes) {
        final Path jar = root.resolve("benchmark/contestants/service/target/service.jar");
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException(
                    "There is no " + jar + ". Use the script of this measurement, which builds it.");
        }
        final Path routesJar = folder.resolve("routes-" + routes + ".jar");
        final ServiceProgram program = new ServiceProgram(jar, routesJar, routes);
        if (!Files.exists(routesJar)) {
            program.generate(folder.resolve("routes-" + routes));
        }
        return program;
    }

    /**
     * Returns the command that starts the service.
     *
     * @return the arguments of the JVM
     */
    public List<String> command() {
        return command("ServiceApplication");
    }

    /**
     * Returns the command that starts an application with one resource method and those with a template.
     *
     * @return the arguments of the JVM
     */
    public List<String> routesOnly() {
        return command("RoutesApplication");
    }

    /**
     * Returns the command that starts an application with large responses and bodies.
     *
     * @return the arguments of the JVM
     */
    public List<String> transport() {
        return command("TransportApplication");
    }

    /**
     * Returns the command that starts an application with everything that a real service has.
     *
     * @return the arguments of the JVM
     */
    public List<String> sum() {
        return command("SumApplication");
    }

    /**
     * Returns the command that starts the same application with authentication, metrics and traces.
     *
     * @return the arguments of the JVM
     */
    public List<String> observed() {
        return command("ObservedApplication");
    }

    private List<String> command(final String main) {
        return List.of("-Dbenchmark.routes=" + routes, "-cp", jar + ":" + routesJar, PACKAGE + "." + main);
    }

    private void generate(final Path folder) {
        final Path sources = folder.resolve("sources");
        final Path classes = folder.resolve("classes");
        try {
            Files.createDirectories(sources);
            Files.createDirectories(classes);
            final List<String> compiler =
                    new ArrayList<>(List.of("--release", "17", "-cp", jar.toString(), "-d", classes.toString()));
            for (int i = 0; i < routes / METHODS_OF_A_CLASS; i++) {
                compiler.add(
                        write(sources, "Templated" + i, i, "templated-%s/{id}", "@PathParam(\"id\") String id", "id"));
                compiler.add(write(sources, "Literal" + i, i, "literal-%s", "", "\"Hello, World!\""));
            }
            if (routes > 0) {
                for (int i = 0; i < FILTERS; i++) {
                    compiler.add(writeFilter(sources, i));
                }
                run("javac", compiler);
            }
            run("jar", List.of("--create", "--file", routesJar.toString(), "-C", classes.toString(), "."));
        } catch (final IOException e) {
            throw new BenchmarkException("The resource classes cannot be written to " + folder + ".", e);
        }
    }

    private String write(
            final Path folder,
            final String name,
            final int number,
            final String path,
            final String parameter,
            final String message)
            throws IOException {
        final String methods = IntStream.range(number * METHODS_OF_A_CLASS, (number + 1) * METHODS_OF_A_CLASS)
                .mapToObj(route ->
                        """
                            @GET
                            @Path("%s")
                            public Single<Message> get%d(%s) {
                                return Single.just(new Message(%s));
                            }
                        """.formatted(path.formatted(route == routes - 1 ? "last" : route), route, parameter, message))
                .collect(Collectors.joining("\n"));
        final Path file = folder.resolve(name + ".java");
        Files.writeString(file, """
                package %s.routes;

                import io.reactivex.Single;
                import jakarta.inject.Singleton;
                import jakarta.ws.rs.GET;
                import jakarta.ws.rs.Path;
                import jakarta.ws.rs.PathParam;
                import jakarta.ws.rs.Produces;
                import %s.Message;

                @Singleton
                @Path("/")
                @Produces("application/json")
                public final class %s {

                %s}
                """.formatted(PACKAGE, PACKAGE, name, methods));
        return file.toString();
    }

    private static String writeFilter(final Path folder, final int number) throws IOException {
        final Path file = folder.resolve("Filter" + number + ".java");
        Files.writeString(file, """
                package %s.routes;

                import jakarta.ws.rs.container.ContainerRequestContext;
                import jakarta.ws.rs.container.ContainerRequestFilter;
                import jakarta.ws.rs.core.Response;
                import %s.ManyFilters;

                @ManyFilters
                public final class Filter%d implements ContainerRequestFilter {

                    @Override
                    public void filter(final ContainerRequestContext request) {
                        if (request.getHeaderString("X-Refused-%d") != null) {
                            request.abortWith(Response.status(403).build());
                        }
                    }
                }
                """.formatted(PACKAGE, PACKAGE, number, number));
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
