package org.jzenith.sql.plugin;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.TlsMode;
import org.jzenith.sql.driver.UrlFormat;

/**
 * Reads {@code scheme://user:password@host:port/database?parameter=value} into single settings. Problems never quote the
 * URL, because it may hold the password.
 */
final class DatabaseUrl {

    private static final Pattern OTHER_PORT = Pattern.compile(":[0-9]+$");

    private static final List<String> TLS_MODES =
            Arrays.stream(TlsMode.values()).map(TlsMode::word).toList();

    private final String prefix;
    private final UrlFormat format;
    private final boolean severalServers;
    private final @Nullable String origin;
    private final List<StartProblem> problems;
    private final Map<String, String> settings = new HashMap<>();

    private DatabaseUrl(
            final DatabaseProduct<?> product,
            final boolean severalServers,
            final @Nullable String origin,
            final List<StartProblem> problems) {
        this.severalServers = severalServers;
        this.prefix = product.prefix();
        this.format = product.url();
        this.origin = origin;
        this.problems = problems;
    }

    static Map<String, String> read(
            final String url,
            final DatabaseProduct<?> product,
            final boolean severalServers,
            final @Nullable String origin,
            final List<StartProblem> problems) {
        final DatabaseUrl reading = new DatabaseUrl(product, severalServers, origin, problems);
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
        if (url.getScheme() == null || !format.schemes().contains(url.getScheme())) {
            problem("does not begin with " + format.schemes().get(0) + "://");
            return;
        }
        if (isCutInCredentials(url)) {
            problem("has a user or a password with an @, /, ? or # that is not percent-encoded");
            return;
        }
        final String text = String.valueOf(url.getRawAuthority());
        if (severalServers && text.indexOf(',') >= 0) {
            final int at = text.lastIndexOf('@');
            settings.put("hosts", text.substring(at + 1));
            readUser(at < 0 ? null : text.substring(0, at));
            readDatabase(url.getRawPath());
            readParameters(url);
            return;
        }
        final Authority authority = Authority.of(url);
        if (authority == null || authority.port() == 0) {
            problem(
                    OTHER_PORT.matcher(String.valueOf(url.getRawAuthority())).find()
                            ? "has a port outside 1 to 65535"
                            : "names no host, or more than one");
            return;
        }
        settings.put("host", authority.host());
        if (authority.port() > 0) {
            settings.put("port", Integer.toString(authority.port()));
        }
        readUser(authority.userInfo());
        readDatabase(url.getRawPath());
        readParameters(url);
    }

    private void readParameters(final URI url) {
        if (url.getRawQuery() != null) {
            for (final String parameter : url.getRawQuery().split("&", -1)) {
                readParameter(parameter);
            }
        }
    }

    /** The at sign before the host is then not the first one, or behind what seems to be the host. */
    private static boolean isCutInCredentials(final URI url) {
        final String authority = String.valueOf(url.getRawAuthority());
        final String rest = url.toString().substring(url.toString().indexOf(authority) + authority.length());
        return authority.indexOf('@') < 0
                ? rest.replaceFirst("(?<=[?&])[^=&@]+=[^#]*", "").indexOf('@') >= 0
                : authority.indexOf('@') < authority.lastIndexOf('@');
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
        final String key = format.parameters().get(name);
        if (key == null) {
            problem("has the parameter '" + name + "', which is not one of "
                    + String.join(
                            ", ", format.parameters().keySet().stream().sorted().toList()));
            return;
        }
        final String value = decode(parameter.substring(equals + 1));
        final List<String> words =
                key.equals("tls.mode") ? TLS_MODES : format.words().getOrDefault(key, List.of());
        if (!words.isEmpty() && !words.contains(value)) {
            problem("has the " + name + " '" + value + "', which is not one of " + String.join(", ", words));
            return;
        }
        settings.put(key, value);
    }

    /** A plus is a plus here, not a space as in a form. */
    private static String decode(final String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private void problem(final String what) {
        problems.add(StartProblem.of(prefix + ".url " + what + ".")
                .from(origin)
                .remedy("Write it as " + format.example() + ", with special characters percent-encoded."));
    }
}
