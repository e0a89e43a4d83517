package org.jzenith.benchmark.stock;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import org.jboss.resteasy.plugins.server.vertx.VertxResteasyDeployment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the stock set-up. The port and the database come from the environment variables that the example reads. */
public final class StockApplication {

    private static final Logger LOGGER = LoggerFactory.getLogger(StockApplication.class);

    /** The pipelining limit, equal to jZenith's. */
    private static final int PIPELINING_LIMIT = 256;

    private StockApplication() {}

    /**
     * The program.
     *
     * @param args not used
     */
    @SuppressWarnings("removal") // The deployment that is to be measured is the deprecated one; there is no other.
    public static void main(final String... args) {
        final Map<String, String> environment = System.getenv();
        final int loops = Runtime.getRuntime().availableProcessors();
        final Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));

        final VertxResteasyDeployment deployment = new VertxResteasyDeployment();
        deployment.start();
        deployment
                .getRegistry()
                .addSingletonResource(new BenchmarkResource(new Worlds(client(vertx, loops, environment))));

        final int port = Integer.parseInt(environment.getOrDefault("REST_PORT", "8080"));
        vertx.deployVerticle(() -> new HttpVerticle(deployment, port), new DeploymentOptions().setInstances(loops))
                .onSuccess(id -> LOGGER.info("Open at http://localhost:{}", port))
                .onFailure(error -> {
                    LOGGER.error("The server could not be started.", error);
                    vertx.close();
                });
    }

    /** One connection an event loop, which is how many jZenith has. */
    private static SqlClient client(final Vertx vertx, final int loops, final Map<String, String> environment) {
        final PgConnectOptions options = new PgConnectOptions()
                .setHost(environment.getOrDefault("POSTGRESQL_HOST", "localhost"))
                .setPort(Integer.parseInt(environment.getOrDefault("POSTGRESQL_PORT", "5432")))
                .setDatabase(environment.getOrDefault("POSTGRESQL_DATABASE", "example"))
                .setUser(environment.getOrDefault("POSTGRESQL_USERNAME", "postgres"))
                .setPassword(environment.getOrDefault("POSTGRESQL_PASSWORD", ""))
                .setCachePreparedStatements(true)
                .setPipeliningLimit(PIPELINING_LIMIT);
        return PgBuilder.client()
                .connectingTo(options)
                .with(new PoolOptions().setMaxSize(loops))
                .using(vertx)
                .build();
    }
}
