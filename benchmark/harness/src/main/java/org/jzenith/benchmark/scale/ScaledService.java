package org.jzenith.benchmark.scale;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.SecretTokens;
import org.jzenith.benchmark.process.ServiceProgram;
import org.jzenith.benchmark.process.TraceCollector;

/** Instances of the service with everything on: authentication, metrics, traces, an access log in JSON, one PostgreSQL. */
final class ScaledService {

    private final Path folder;
    private final Cleanup cleanup;
    private final Map<String, String> environment;
    private final List<String> program;

    /** The instances by their number of event loops. */
    private final Map<Integer, List<MeasuredServer>> instances = new HashMap<>();

    /**
     * Prepares the instances.
     *
     * @param root the root of the sources
     * @param database the address of their database, as environment variables
     */
    ScaledService(final Path root, final Cleanup cleanup, final Map<String, String> database) {
        this.cleanup = cleanup;
        this.folder = cleanup.temporaryFolder();
        this.program = ServiceProgram.withRoutes(root, folder, 0).observed();
        final TraceCollector collector = new TraceCollector();
        cleanup.add(collector, collector::close);
        this.environment = new HashMap<>(database);
        environment.put("REST_ACCESS_LOG_FORMAT", "json");
        environment.put("REST_ACCESS_LOG_OUTPUT", "/dev/null");
        environment.put("REST_ADMIN_PORT", "0");
        environment.put("REST_CORS_ORIGINS", RequestKind.ORIGIN);
        environment.put("SUM_TOKEN", RequestKind.TOKEN);
        environment.put("JWT_SECRET", SecretTokens.SECRET);
        environment.put("JWT_ISSUER", SecretTokens.ISSUER);
        environment.put("JWT_ROLE_CLAIMS", "roles");
        environment.put("METRICS_ENABLED", "true");
        // Otherwise a busy machine refuses to start, or some requests.
        environment.put("POSTGRESQL_CONNECT_TIMEOUT", "30s");
        environment.put("POSTGRESQL_MAX_QUEUE_TIME", "10s");
        environment.put("POSTGRESQL_SLOW_STATEMENT", "5s");
        environment.put("TRACING_ENDPOINT", collector.endpoint("service"));
        environment.put("TRACING_RATIO", "0.01");
    }

    /** Starts an instance; waits for the first one, which migrates the database. */
    void start(final int loops) {
        final List<MeasuredServer> same = instances.computeIfAbsent(loops, any -> new ArrayList<>());
        final int port = Child.freePort();
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(program);
        command.add("--rest.port=" + port);
        command.add("--jzenith.event-loops=" + loops);
        final String name = "The instance " + (same.size() + 1) + " with " + loops + " event loops";
        final long begin = System.nanoTime();
        final MeasuredServer server = new MeasuredServer(
                Child.start(name, command, environment, folder.resolve("instance-" + port + ".log")), port, begin);
        cleanup.add(server, server::close);
        if (all().isEmpty()) {
            server.awaitResponse();
        }
        same.add(server);
    }

    /** Waits until all instances respond. */
    void awaitAll() {
        all().forEach(MeasuredServer::awaitResponse);
    }

    /** Returns the first instances with a number of event loops. */
    List<MeasuredServer> instances(final int count, final int loops) {
        return instances.getOrDefault(loops, List.of()).subList(0, count);
    }

    /** Returns how many instances have a number of event loops. */
    int count(final int loops) {
        return instances.getOrDefault(loops, List.of()).size();
    }

    /** Returns all instances. */
    List<MeasuredServer> all() {
        return instances.values().stream().flatMap(List::stream).toList();
    }
}
