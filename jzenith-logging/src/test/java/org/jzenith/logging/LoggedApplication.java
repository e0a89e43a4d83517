package org.jzenith.logging;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** An application whose log tests read. */
public final class LoggedApplication {

    static final String EARLY = "before the settings are read";

    private static final Logger LOGGER = LoggerFactory.getLogger(LoggedApplication.class);

    private LoggedApplication() {}

    /** Logs and throws what clients send. */
    @Path("/articles/{name}")
    public static final class ArticleResource {

        @GET
        public Single<String> get(@PathParam("name") final String name) {
            LOGGER.atInfo().addKeyValue("length", name.length()).log("asked for {}", name);
            MDC.put("service.name", "other");
            LOGGER.atWarn()
                    .setCause(new IllegalArgumentException("caf\u00e9 \ud800"))
                    .addKeyValue("message", 1)
                    .addKeyValue("service.name", "other")
                    .addKeyValue("requestId", true)
                    .addKeyValue("http.route", "/other")
                    .addKeyValue("error.type", "other")
                    .addKeyValue("count", (short) 7)
                    .addKeyValue("count", 8)
                    .addKeyValue("price", new BigDecimal("9.50"))
                    .addKeyValue("ratio", 0.25)
                    .addKeyValue("limit", Double.POSITIVE_INFINITY)
                    .addKeyValue("gone", (Object) null)
                    .addKeyValue("note", "a\u001b[2J")
                    .log("has fields");
            MDC.remove("service.name");
            return Single.timer(5, TimeUnit.MILLISECONDS).map(passed -> {
                throw new IllegalStateException(name);
            });
        }
    }

    /**
     * The program.
     *
     * @param args settings
     */
    public static void main(final String... args) {
        LOGGER.info(EARLY);
        final JZenith application = JZenith.application(args)
                .withPlugins(RestPlugin.withResources(ArticleResource.class), LoggingPlugin.create())
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.slow-request", "1ms")
                .withConfiguration("rest.access-log.format", "json")
                .withConfiguration("rest.access-log.output", "logger");
        final String code = System.getProperty("format.in.code");
        (code == null ? application : application.withConfiguration("logging.format", code)).run();
    }
}
