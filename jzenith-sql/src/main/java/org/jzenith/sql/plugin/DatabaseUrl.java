package org.jzenith.sql.plugin;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.address.ServerUrl;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.TlsMode;
import org.jzenith.sql.driver.UrlFormat;

/** Reads {@code scheme://user:password@host:port/database?parameter=value} into single settings. */
final class DatabaseUrl {

    private static final List<String> TLS_MODES =
            Arrays.stream(TlsMode.values()).map(TlsMode::word).toList();

    private final UrlFormat format;
    private final ServerUrl server;

    private DatabaseUrl(final UrlFormat format, final ServerUrl server) {
        this.format = format;
        this.server = server;
    }

    static Map<String, String> read(
            final String url,
            final DatabaseProduct<?> product,
            final boolean severalServers,
            final @Nullable String origin,
            final List<StartProblem> problems) {
        final UrlFormat format = product.url();
        final ServerUrl server =
                new ServerUrl(product.prefix() + ".url", format.schemes(), format.example(), origin, problems);
        return server.read(url, severalServers, new DatabaseUrl(format, server)::readRest);
    }

    static TlsMode tlsMode(final String word) {
        return TlsMode.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private void readRest(final URI url) {
        final String path = url.getRawPath();
        if (path != null && path.length() > 1) {
            server.set("database", ServerUrl.decode(path.substring(1)));
        }
        if (url.getRawQuery() != null) {
            for (final String parameter : url.getRawQuery().split("&", -1)) {
                readParameter(parameter);
            }
        }
    }

    private void readParameter(final String parameter) {
        final int equals = parameter.indexOf('=');
        final String name = equals < 0 ? parameter : parameter.substring(0, equals);
        final String key = format.parameters().get(name);
        if (key == null) {
            server.problem("has the parameter '" + name + "', which is not one of "
                    + String.join(
                            ", ", format.parameters().keySet().stream().sorted().toList()));
            return;
        }
        final String value = ServerUrl.decode(parameter.substring(equals + 1));
        final List<String> words =
                key.equals("tls.mode") ? TLS_MODES : format.words().getOrDefault(key, List.of());
        if (!words.isEmpty() && !words.contains(value)) {
            server.problem("has the " + name + " '" + value + "', which is not one of " + String.join(", ", words));
            return;
        }
        server.set(key, value);
    }
}
