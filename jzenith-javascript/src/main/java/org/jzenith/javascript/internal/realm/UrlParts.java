package org.jzenith.javascript.internal.realm;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses the URLs of {@code url.js}. */
final class UrlParts {

    private UrlParts() {}

    /**
     * Parses a URL with an authority.
     *
     * @param text absolute, or relative to the base
     * @param base null for none
     * @return the parts as JSON; null for an invalid URL
     */
    static @Nullable String parse(final String text, final @Nullable String base) {
        try {
            final URI relative = new URI(escaped(text));
            final URI uri = base == null ? relative : new URI(escaped(base)).resolve(relative);
            if (uri.getScheme() == null || uri.getHost() == null) {
                return null;
            }
            final String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            final String user = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
            final int colon = user.indexOf(':');
            final String path = uri.normalize().getRawPath();
            return new JsonObject()
                    .put("protocol", scheme + ":")
                    .put("username", colon < 0 ? user : user.substring(0, colon))
                    .put("password", colon < 0 ? "" : user.substring(colon + 1))
                    .put("hostname", uri.getHost().toLowerCase(Locale.ROOT))
                    .put("port", isDefault(scheme, uri.getPort()) ? "" : String.valueOf(uri.getPort()))
                    .put("pathname", path.isEmpty() ? "/" : path)
                    .put("search", uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
                    .put("hash", uri.getRawFragment() == null ? "" : "#" + uri.getRawFragment())
                    .encode();
        } catch (final URISyntaxException e) {
            return null;
        }
    }

    private static boolean isDefault(final String scheme, final int port) {
        return port < 0 || (scheme.equals("http") && port == 80) || (scheme.equals("https") && port == 443);
    }

    /** Escapes what browsers escape and {@link URI} refuses. */
    private static String escaped(final String text) {
        final StringBuilder escaped = new StringBuilder();
        text.strip().codePoints().forEach(c -> {
            if (c > '~' || " \"<>^`{|}".indexOf(c) >= 0) {
                for (final byte each : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append(String.format(Locale.ROOT, "%%%02X", each));
                }
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
