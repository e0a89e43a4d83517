package org.jzenith.benchmark.vertxweb;

import io.vertx.pgclient.PgConnectOptions;

/** The settings, from the variables of the environment that jZenith and the baseline read. */
final class Settings {

    private static final int PIPELINING_LIMIT = 256;

    private Settings() {}

    static int port() {
        return Integer.parseInt(text("REST_PORT", "8080"));
    }

    static boolean securityHeaders() {
        return text("REST_SECURITY_HEADERS_ENABLED", "true").equals("true");
    }

    /** The format of the access log: off, common or json. */
    static String accessLog() {
        return text("REST_ACCESS_LOG_FORMAT", "off");
    }

    /** True for Micrometer's metrics, which Prometheus can read from a registry. */
    static boolean metrics() {
        return text("METRICS_ENABLED", "false").equals("true");
    }

    /** The origin whose pages may read the responses; empty for none. */
    static String origin() {
        return text("REST_CORS_ORIGINS", "");
    }

    /** The token that each request must have; empty for none. */
    static String token() {
        return text("SUM_TOKEN", "");
    }

    /** The secret of the bearer tokens that each request must have; empty for none. */
    static String tokenSecret() {
        return text("JWT_SECRET", "");
    }

    static String tokenIssuer() {
        return text("JWT_ISSUER", "");
    }

    /** The base URL of the collector of the traces; empty for none. */
    static String collector() {
        return text("TRACING_ENDPOINT", "");
    }

    static double traceRatio() {
        return Double.parseDouble(text("TRACING_RATIO", "1"));
    }

    /** The port of the metrics; 0 for none. */
    static int adminPort() {
        return Integer.parseInt(text("REST_ADMIN_PORT", "0"));
    }

    static PgConnectOptions database() {
        return new PgConnectOptions()
                .setHost(text("POSTGRESQL_HOST", "localhost"))
                .setPort(Integer.parseInt(text("POSTGRESQL_PORT", "5432")))
                .setDatabase(text("POSTGRESQL_DATABASE", "example"))
                .setUser(text("POSTGRESQL_USERNAME", "postgres"))
                .setPassword(text("POSTGRESQL_PASSWORD", ""))
                .setCachePreparedStatements(true)
                .setPipeliningLimit(PIPELINING_LIMIT);
    }

    private static String text(final String name, final String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
