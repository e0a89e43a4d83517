package org.jzenith.redis;

import io.reactivex.Completable;
import java.util.Locale;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.RedisAddress;

/** Errors of the first connections, as problems of the start. */
final class RedisProblems {

    private static final int OLDEST = 6;

    private final Configuration configuration;
    private final RedisAddress address;

    RedisProblems(final Configuration configuration, final RedisAddress address) {
        this.configuration = configuration;
        this.address = address;
    }

    /** Refuses a server that this client does not know; a user who may not ask for its version gets what comes. */
    Completable checkServer(final RedisClient client) {
        return client.command("INFO", "server")
                .map(RedisReply::text)
                .flatMapCompletable(info -> {
                    final String version = value(info, "redis_version");
                    final int dot = version.indexOf('.');
                    if (value(info, "redis_mode").equals("cluster")) {
                        return Completable.error(new StartException(StartProblem.of("Redis at " + address.name()
                                        + " is a Redis Cluster, which jZenith does not support.")
                                .from(originOf("host"))
                                .remedy("Use a single server, or a master with replicas and Sentinel.")));
                    }
                    if (dot > 0 && Integer.parseInt(version.substring(0, dot)) < OLDEST) {
                        return Completable.error(new StartException(
                                StartProblem.of("Redis at " + address.name() + " has the version " + version + ".")
                                        .from(originOf("host"))
                                        .remedy("Update it to " + OLDEST + " or newer.")));
                    }
                    return Completable.complete();
                })
                .onErrorResumeNext(error -> error instanceof final CommandRefusedException refused
                                && refused.code().equals("NOPERM")
                        ? Completable.complete()
                        : Completable.error(error));
    }

    private static String value(final String info, final String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    Throwable of(final Throwable error) {
        return error instanceof StartException
                ? error
                : new StartException(problem(error).causedBy(error));
    }

    private StartProblem problem(final Throwable error) {
        final String server = "Redis at " + address.name();
        final String code = error instanceof final CommandRefusedException refused ? refused.code() : "";
        final String key = configuration.key("redis.password");
        if (address.password() == null && (code.equals("NOAUTH") || code.equals("NOPERM"))) {
            return StartProblem.of(server + " asks for a password, and none is set.")
                    .from(originOf("host"))
                    .remedy("Set " + key + " ("
                            + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_')
                            + " in the environment).");
        }
        if (!code.isEmpty()) {
            return StartProblem.of(server + " refuses the connection: " + error.getMessage() + ".")
                    .from(originOf("username"))
                    .remedy("Set " + configuration.key("redis.username") + " and " + key
                            + " to a user of the server's access control list, and "
                            + configuration.key("redis.database") + " to a database that it has.");
        }
        return StartProblem.of(server + " cannot be used, tried for "
                        + configuration
                                .get(RedisConfiguration.class)
                                .connectTimeout()
                                .toMillis()
                        + " ms: " + error.getMessage() + ".")
                .from(originOf("host"))
                .remedy("Start it, or set " + configuration.key("redis.host") + " and "
                        + configuration.key("redis.port") + "; " + configuration.key("redis.connect-timeout")
                        + " is how long the start waits for it.");
    }

    private String originOf(final String part) {
        return configuration
                .origin("redis." + part)
                .or(() -> configuration.origin("redis.url"))
                .orElse("the default of " + configuration.key("redis." + part));
    }
}
