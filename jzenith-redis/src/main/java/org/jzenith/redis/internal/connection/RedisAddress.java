package org.jzenith.redis.internal.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.address.ServerUrl;
import org.jzenith.core.internal.address.UrlSettings;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.redis.internal.configuration.RedisConfiguration;

/**
 * The address of a server, and who asks there.
 *
 * @param servers one server, or the Sentinels that know it
 * @param master the name of the master that the Sentinels know; null without Sentinels
 * @param username null for the default user
 * @param password null for none
 * @param tls whether the connections are encrypted
 * @param sentinelPassword null for none
 */
public record RedisAddress(
        List<Authority> servers,
        @Nullable String master,
        @Nullable String username,
        @Nullable String password,
        int database,
        boolean tls,
        @Nullable String sentinelPassword) {

    private static final int SENTINEL_PORT = 26_379;
    private static final String EXAMPLE = "redis://user:password@host:6379/0 (rediss for TLS)";
    private static final Pattern DATABASE = Pattern.compile("/?[0-9]{0,4}");

    /**
     * Reads the settings.
     *
     * @throws StartException with all mistakes
     */
    public static RedisAddress read(final Configuration configuration) {
        final RedisConfiguration settings = configuration.get(RedisConfiguration.class);
        final List<StartProblem> problems = new ArrayList<>();
        final Map<String, String> url = configuration
                .value("redis.url")
                .map(text -> url(text, configuration, problems))
                .orElse(Map.of());
        final UrlSettings values = new UrlSettings("redis.", url, configuration, problems);
        final List<Authority> sentinels = new ArrayList<>();
        for (final String each : settings.sentinel().servers().orElse(List.of())) {
            final Authority authority = Authority.of(each.strip());
            if (authority == null
                    || authority.userInfo() != null
                    || authority.host().isEmpty()) {
                problems.add(StartProblem.of(configuration.key("redis.sentinel.servers") + " has '" + each
                                + "', which is not host:port.")
                        .from(configuration.origin("redis.sentinel.servers").orElse("")));
            } else {
                sentinels.add(
                        new Authority(null, authority.host(), authority.port() < 0 ? SENTINEL_PORT : authority.port()));
            }
        }
        final Authority server = new Authority(
                null,
                values.value("host", settings.host(), Function.identity()),
                values.value("port", settings.port(), Integer::valueOf));
        final RedisAddress address = new RedisAddress(
                sentinels.isEmpty() ? List.of(server) : List.copyOf(sentinels),
                sentinels.isEmpty() ? null : settings.sentinel().master(),
                values.value("username", settings.username(), Optional::of).orElse(null),
                values.value("password", configuration.value("redis.password"), Optional::of)
                        .orElse(null),
                values.value("database", settings.database(), Integer::valueOf),
                values.value("tls.enabled", settings.tls().enabled(), Boolean::valueOf),
                configuration.value("redis.sentinel.password").orElse(null));
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        return address;
    }

    private static Map<String, String> url(
            final String text, final Configuration configuration, final List<StartProblem> problems) {
        final ServerUrl server = new ServerUrl(
                "redis.url",
                List.of("redis", "rediss"),
                EXAMPLE,
                configuration.origin("redis.url").orElse(null),
                problems);
        return server.read(text, false, url -> {
            final String path = url.getPath();
            if (!DATABASE.matcher(path).matches()) {
                server.problem("has a path that is not a database number");
            } else if (path.length() > 1) {
                server.set("database", path.substring(1));
            }
            if (url.getRawQuery() != null) {
                server.problem("has query parameters, which jZenith does not support");
            }
            if (url.getScheme().equalsIgnoreCase("rediss")) {
                server.set("tls.enabled", "true");
            }
        });
    }

    /** Returns host and port, for messages. */
    public String name() {
        return master == null ? servers.get(0).toString() : "the master '" + master + "' of the Sentinels " + servers;
    }

    /** Has no password. */
    @Override
    public String toString() {
        return name();
    }
}
