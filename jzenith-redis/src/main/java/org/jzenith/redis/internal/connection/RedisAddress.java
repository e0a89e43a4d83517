package org.jzenith.redis.internal.connection;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
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
        List<RedisHost> servers,
        @Nullable String master,
        @Nullable String username,
        @Nullable String password,
        int database,
        boolean tls,
        @Nullable String sentinelPassword) {

    private static final int SENTINEL_PORT = 26_379;
    private static final String EXAMPLE = "redis://user:password@host:6379/0";

    /**
     * Host and port.
     *
     * @param host a name or an address
     * @param port from 1 to 65535
     */
    public record RedisHost(String host, int port) {

        @Override
        public String toString() {
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        }
    }

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
        url.forEach((name, value) -> {
            final String key = "redis." + name;
            if (configuration.isSet(key)
                    && !configuration.value(key).map(value::equals).orElse(false)) {
                problems.add(
                        StartProblem.of(configuration.key(key) + " contradicts " + configuration.key("redis.url") + ".")
                                .from(configuration.origin(key).orElse(""))
                                .remedy("Remove one of them."));
            }
        });
        final List<RedisHost> sentinels = new ArrayList<>();
        for (final String each : settings.sentinel().servers().orElse(List.of())) {
            final Authority authority = Authority.of(each.strip());
            if (authority == null
                    || authority.userInfo() != null
                    || authority.host().isEmpty()) {
                problems.add(StartProblem.of(configuration.key("redis.sentinel.servers") + " has '" + each
                                + "', which is not host:port.")
                        .from(configuration.origin("redis.sentinel.servers").orElse("")));
            } else {
                sentinels.add(new RedisHost(authority.host(), authority.port() < 0 ? SENTINEL_PORT : authority.port()));
            }
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        final RedisHost server = new RedisHost(
                url.getOrDefault("host", settings.host()),
                url.containsKey("port") ? Integer.parseInt(url.get("port")) : settings.port());
        return new RedisAddress(
                sentinels.isEmpty() ? List.of(server) : List.copyOf(sentinels),
                sentinels.isEmpty() ? null : settings.sentinel().master(),
                Optional.ofNullable(url.get("username")).or(settings::username).orElse(null),
                Optional.ofNullable(url.get("password"))
                        .or(() -> configuration.value("redis.password"))
                        .orElse(null),
                url.containsKey("database") ? Integer.parseInt(url.get("database")) : settings.database(),
                url.containsKey("tls.enabled")
                        ? Boolean.parseBoolean(url.get("tls.enabled"))
                        : settings.tls().enabled(),
                configuration.value("redis.sentinel.password").orElse(null));
    }

    private static Map<String, String> url(
            final String text, final Configuration configuration, final List<StartProblem> problems) {
        final Map<String, String> values = new LinkedHashMap<>();
        URI uri = null;
        try {
            uri = URI.create(text);
        } catch (final IllegalArgumentException e) {
            // The message of the exception has the password.
        }
        final Authority authority = uri == null ? null : Authority.of(uri);
        final String scheme =
                uri == null || uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        final String path = uri == null || uri.getPath() == null ? "" : uri.getPath();
        if (uri == null
                || authority == null
                || !(scheme.equals("redis") || scheme.equals("rediss"))
                || !path.matches("/?[0-9]{0,4}")
                || uri.getRawQuery() != null) {
            problems.add(StartProblem.of(configuration.key("redis.url") + " is no URL of a Redis server.")
                    .from(configuration.origin("redis.url").orElse(""))
                    .remedy("Write it as " + EXAMPLE + " (rediss for TLS), with special characters percent-encoded."));
            return values;
        }
        values.put("host", authority.host());
        if (authority.port() > 0) {
            values.put("port", Integer.toString(authority.port()));
        }
        if (authority.userInfo() != null) {
            final int colon = authority.userInfo().indexOf(':');
            final String user = decode(
                    colon < 0 ? authority.userInfo() : authority.userInfo().substring(0, colon));
            if (!user.isEmpty()) {
                values.put("username", user);
            }
            if (colon >= 0) {
                values.put("password", decode(authority.userInfo().substring(colon + 1)));
            }
        }
        if (path.length() > 1) {
            values.put("database", path.substring(1));
        }
        if (scheme.equals("rediss")) {
            values.put("tls.enabled", "true");
        }
        return values;
    }

    /** A plus is a plus here, not a space as in a form. */
    private static String decode(final String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
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
