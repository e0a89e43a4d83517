package org.jzenith.redis;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.RedisAddress;
import org.jzenith.redis.internal.connection.UnsupportedServerException;

/** Reports errors of the first connections as startup problems. */
final class RedisProblems {

    private static final String TLS = "redis.tls";

    private final Configuration configuration;
    private final RedisAddress address;

    RedisProblems(final Configuration configuration, final RedisAddress address) {
        this.configuration = configuration;
        this.address = address;
    }

    /**
     * Checks the TLS files.
     *
     * @throws StartException with all mistakes
     */
    void checkTls() {
        final RedisConfiguration.Tls settings = tlsSettings();
        final List<StartProblem> problems = address.tls()
                ? ClientTls.problems(settings, TLS, configuration)
                : Stream.of("certificate", "key", "keystore", "trusted-certificates")
                        .map(name -> TLS + "." + name)
                        .filter(configuration::isSet)
                        .map(key -> StartProblem.of(
                                        configuration.key(key) + " is set, but the connections are not encrypted.")
                                .from(configuration.origin(key).orElse(null))
                                .remedy("Set " + configuration.key(TLS + ".enabled") + " to true, or remove it."))
                        .toList();
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private RedisConfiguration.Tls tlsSettings() {
        return configuration.get(RedisConfiguration.class).tls();
    }

    /** Reads the TLS files; null for connections without encryption. */
    @Nullable
    ClientTls tls() {
        return address.tls() ? new ClientTls(tlsSettings(), TLS, configuration) : null;
    }

    Throwable of(final Throwable error) {
        return error instanceof StartException
                ? error
                : new StartException(problem(error).causedBy(error));
    }

    private StartProblem problem(final Throwable error) {
        final String server = "Redis at " + address.name();
        if (error instanceof final UnsupportedServerException unsupported) {
            return StartProblem.of(server + " cannot be used: " + unsupported.getMessage() + ".")
                    .from(originOf("host"))
                    .remedy(unsupported.remedy());
        }
        final String code = error instanceof final CommandRefusedException refused ? refused.code() : "";
        final String key = configuration.key("redis.password");
        if (address.password() == null && (code.equals("NOAUTH") || code.equals("NOPERM"))) {
            return StartProblem.of(server + " requires a password, but none is set.")
                    .from(originOf("host"))
                    .remedy("Set " + key + " ("
                            + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_')
                            + " in the environment).");
        }
        if (!code.isEmpty()) {
            return StartProblem.of(server + " refuses the connection: " + error.getMessage() + ".")
                    .from(originOf("username"))
                    .remedy("Set " + configuration.key("redis.username") + " and " + key
                            + " to a user that the server knows, and "
                            + configuration.key("redis.database") + " to a database that exists.");
        }
        return StartProblem.of(server + " cannot be used; jZenith tried for "
                        + configuration
                                .get(RedisConfiguration.class)
                                .connectTimeout()
                                .toMillis()
                        + " ms: " + error.getMessage() + ".")
                .from(originOf("host"))
                .remedy("Start Redis, or set " + configuration.key("redis.host") + " and "
                        + configuration.key("redis.port") + "; " + configuration.key("redis.connect-timeout")
                        + " is how long startup waits for Redis. With " + configuration.key("redis.required")
                        + "=false, the application starts without it.");
    }

    private String originOf(final String part) {
        return configuration
                .origin("redis." + part)
                .or(() -> configuration.origin("redis.url"))
                .orElse("the default of " + configuration.key("redis." + part));
    }
}
