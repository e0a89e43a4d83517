package org.jzenith.postgresql.configuration;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/**
 * Reads {@code postgresql://user:password@host:port/database?sslmode=..} into single settings. Problems never quote the
 * URL, because it may hold the password.
 */
final class DatabaseUrl {

    private static final String FORM = "Write it as postgresql://user:password@host:port/database?sslmode=prefer, with"
            + " special characters percent-encoded.";

    private static final Map<String, String> PARAMETERS = Map.of(
            "sslmode", "tls.mode",
            "sslrootcert", "tls.trust-file",
            "application_name", "application-name",
            "user", "username",
            "password", "password");

    private final @Nullable String origin;
    private final List<StartProblem> problems;
    private final Map<String, String> settings = new HashMap<>();

    private DatabaseUrl(final @Nullable String origin, final List<StartProblem> problems) {
        this.origin = origin;
        this.problems = problems;
    }

    static Map<String, String> read(
            final String url, final @Nullable String origin, final List<StartProblem> problems) {
        final DatabaseUrl reading = new DatabaseUrl(origin, problems);
        try {
            reading.read(new URI(url.strip()));
        } catch (final URISyntaxException e) {
            reading.problem("is not a URL: " + e.getReason() + " at character " + e.getIndex());
        } catch (final IllegalArgumentException e) {
            reading.problem("has a part that is not percent-encoded correctly");
        }
        return reading.settings;
    }

    static TlsMode tlsMode(final String word) {
        return TlsMode.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private void read(final URI url) {
        if (!"postgresql".equals(url.getScheme()) && !"postgres".equals(url.getScheme())) {
            problem("does not begin with postgresql://");
            return;
        }
        if (url.getHost() == null) {
            problem("names no host, or more than one");
            return;
        }
        settings.put("host", url.getHost().replaceAll("^\\[|]$", ""));
        if (url.getPort() > 65_535 || url.getPort() == 0) {
            problem("has a port outside 1 to 65535");
        } else if (url.getPort() > 0) {
            settings.put("port", Integer.toString(url.getPort()));
        }
        readUser(url.getRawUserInfo());
        readDatabase(url.getRawPath());
        if (url.getRawQuery() != null) {
            for (final String parameter : url.getRawQuery().split("&", -1)) {
                readParameter(parameter);
            }
        }
    }

    private void readUser(final @Nullable String info) {
        if (info == null) {
            return;
        }
        final int colon = info.indexOf(':');
        settings.put("username", decode(colon < 0 ? info : info.substring(0, colon)));
        if (colon >= 0) {
            settings.put("password", decode(info.substring(colon + 1)));
        }
    }

    private void readDatabase(final @Nullable String path) {
        if (path != null && path.length() > 1) {
            settings.put("database", decode(path.substring(1)));
        }
    }

    private void readParameter(final String parameter) {
        final int equals = parameter.indexOf('=');
        final String name = equals < 0 ? parameter : parameter.substring(0, equals);
        final String key = PARAMETERS.get(name);
        if (key == null) {
            problem("has the parameter '" + name + "', which is not one of "
                    + String.join(", ", PARAMETERS.keySet().stream().sorted().toList()));
            return;
        }
        final String value = decode(parameter.substring(equals + 1));
        if (key.equals("tls.mode") && !isTlsMode(value)) {
            problem("has the sslmode '" + value
                    + "', which is not one of disable, allow, prefer, require, verify-ca, verify-full");
            return;
        }
        settings.put(key, value);
    }

    private static boolean isTlsMode(final String word) {
        for (final TlsMode mode : TlsMode.values()) {
            if (mode.word().equals(word)) {
                return true;
            }
        }
        return false;
    }

    /** A plus is a plus here, not a space as in a form. */
    private static String decode(final String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private void problem(final String what) {
        problems.add(
                StartProblem.of("postgresql.url " + what + ".").from(origin).remedy(FORM));
    }
}
