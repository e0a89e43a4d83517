package org.jzenith.benchmark.baseline;

import io.vertx.pgclient.PgConnectOptions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The settings, as far as possible by the same names as the example's: {@code --postgresql.host=..} on the command line, or {@code
 * POSTGRESQL_HOST} in the environment.
 */
final class Settings {

    /** High enough that the client never holds a statement back. */
    private static final int PIPELINING_LIMIT = 100_000;

    private final Map<String, String> arguments = new HashMap<>();

    Settings(final String... arguments) {
        for (final String argument : arguments) {
            final int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("The argument '" + argument + "' is not of the form --key=value.");
            }
            this.arguments.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
    }

    int port() {
        return number("rest.port", 8080);
    }

    /** Returns true if it acts like the service; otherwise like the example. */
    boolean service() {
        return text("baseline.service", "false").equals("true");
    }

    /** The folder with files and for uploads, if it answers like the application with large answers and bodies; or empty. */
    String folder() {
        return text("baseline.folder", "");
    }

    int tlsPort() {
        return number("baseline.tls.port", 8443);
    }

    String keystore() {
        return text("baseline.tls.keystore", "");
    }

    String keystorePassword() {
        return text("baseline.tls.keystore-password", "");
    }

    /** Returns the number of further routes of each kind. */
    int routes() {
        return number("baseline.routes", 0);
    }

    boolean securityHeaders() {
        return text("rest.security-headers.enabled", "true").equals("true");
    }

    /** The format of the access log: off, common or json. */
    String accessLog() {
        return text("rest.access-log.format", "off");
    }

    String accessLogFile() {
        return text("rest.access-log.output", "/dev/null");
    }

    /** The origin whose pages may read the answers; empty for answers without headers of CORS. */
    String origin() {
        return text("rest.cors.origins", "");
    }

    /** True if the service has all features of a real one on. */
    boolean isSum() {
        return !token().isEmpty();
    }

    /** The token that each request must have; empty if requests need none. */
    String token() {
        return text("sum.token", "");
    }

    /** The header {@code X-Service-Version} of each answer. */
    String version() {
        return text("sum.version", "1.4.2");
    }

    /** True if it answers like the application behind tokens. */
    boolean isSecured() {
        return !tokenKey().isEmpty();
    }

    /** The file with the public RSA key of tokens; empty if requests need none. */
    String tokenKey() {
        return text("jwt.key-file", "");
    }

    /** The secret of the tokens that the service needs; empty if it needs none. */
    String tokenSecret() {
        return text("jwt.secret", "");
    }

    String tokenIssuer() {
        return text("jwt.issuer", "");
    }

    /** The base URL of the collector; empty to have neither traces nor metrics. */
    String collector() {
        return text("tracing.endpoint", "");
    }

    double traceRatio() {
        return Double.parseDouble(text("tracing.ratio", "1"));
    }

    /** The port of the metrics. */
    int adminPort() {
        return number("rest.admin.port", 9090);
    }

    /** Returns the number of database connections of an event loop. */
    int connections() {
        return number("postgresql.pipelines", 1);
    }

    PgConnectOptions database() {
        final PgConnectOptions options = new PgConnectOptions()
                .setHost(text("postgresql.host", "localhost"))
                .setPort(number("postgresql.port", 5432))
                .setDatabase(text("postgresql.database", "example"))
                .setUser(text("postgresql.username", "postgres"))
                .setPassword(text("postgresql.password", ""))
                .setCachePreparedStatements(true)
                .setPipeliningLimit(PIPELINING_LIMIT);
        options.setTcpNoDelay(true);
        return options;
    }

    private int number(final String key, final int otherwise) {
        final String text = text(key, String.valueOf(otherwise));
        try {
            return Integer.parseInt(text);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("The setting " + key + " is '" + text + "', which is not a number.", e);
        }
    }

    private String text(final String key, final String otherwise) {
        final String argument = arguments.get(key);
        if (argument != null) {
            return argument;
        }
        final String variable =
                System.getenv(key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
        return variable != null ? variable : otherwise;
    }
}
