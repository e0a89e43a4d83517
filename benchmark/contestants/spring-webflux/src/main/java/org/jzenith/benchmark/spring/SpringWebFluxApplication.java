package org.jzenith.benchmark.spring;

import io.r2dbc.postgresql.PostgresqlConnectionFactoryProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import reactor.netty.ReactorNetty;

/** Starts the peer, with the features that the environment asks for; jZenith and the baseline read the same variables. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
public class SpringWebFluxApplication {

    /**
     * The program.
     *
     * @param arguments settings of Spring
     */
    public static void main(final String... arguments) {
        // Reactor Netty has at least four event loops otherwise.
        System.setProperty(
                ReactorNetty.IO_WORKER_COUNT,
                String.valueOf(Runtime.getRuntime().availableProcessors()));
        SpringApplication.run(SpringWebFluxApplication.class, arguments);
    }

    /** The database is asked on the event loops of the server. */
    @Bean
    ConnectionFactoryOptionsBuilderCustomizer eventLoops(final ReactorResourceFactory resources) {
        return options ->
                options.option(PostgresqlConnectionFactoryProvider.LOOP_RESOURCES, resources.getLoopResources());
    }

    @Bean
    WebFluxConfigurer cors(@Value("${service.origin}") final String origin) {
        return new WebFluxConfigurer() {
            @Override
            public void addCorsMappings(final CorsRegistry registry) {
                if (!origin.isEmpty()) {
                    registry.addMapping("/**").allowedOrigins(origin);
                }
            }
        };
    }
}
