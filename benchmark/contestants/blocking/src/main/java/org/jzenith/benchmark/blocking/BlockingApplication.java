package org.jzenith.benchmark.blocking;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.undertow.Undertow;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;
import org.jboss.resteasy.spi.ResteasyDeployment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the blocking server. The port and the database come from the environment variables that the example reads;
 * {@code WORKER_THREADS} and {@code POOL_SIZE} change the sizes. On two cores a pool of 4 was too small and one of 32 no better than 16.
 */
public final class BlockingApplication {

    private static final Logger LOGGER = LoggerFactory.getLogger(BlockingApplication.class);

    private BlockingApplication() {}

    /**
     * The program.
     *
     * @param args not used
     */
    public static void main(final String... args) {
        final Map<String, String> environment = System.getenv();
        final ResteasyDeployment deployment = new ResteasyDeploymentImpl();
        deployment.setResources(List.of(new BenchmarkResource(new Worlds(pool(environment)))));

        final int port = number(environment, "REST_PORT", "8080");
        final UndertowJaxrsServer server = new UndertowJaxrsServer();
        server.deploy(deployment);
        server.start(Undertow.builder()
                .addHttpListener(port, "0.0.0.0")
                .setWorkerThreads(number(environment, "WORKER_THREADS", "64")));
        LOGGER.info("Open at http://localhost:{}", port);
    }

    private static HikariDataSource pool(final Map<String, String> environment) {
        final HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://" + environment.getOrDefault("POSTGRESQL_HOST", "localhost") + ":"
                + environment.getOrDefault("POSTGRESQL_PORT", "5432") + "/"
                + environment.getOrDefault("POSTGRESQL_DATABASE", "example"));
        config.setUsername(environment.getOrDefault("POSTGRESQL_USERNAME", "postgres"));
        config.setPassword(environment.getOrDefault("POSTGRESQL_PASSWORD", ""));
        config.setMaximumPoolSize(number(environment, "POOL_SIZE", "16"));
        return new HikariDataSource(config);
    }

    private static int number(final Map<String, String> environment, final String name, final String otherwise) {
        return Integer.parseInt(environment.getOrDefault(name, otherwise));
    }
}
