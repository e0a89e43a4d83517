package org.jzenith.http.internal.request;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.http.internal.vertx.VertxHeaders;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.http.request.Networks;

/**
 * The target of a request (RFC 9112, 3.2): scheme, authority, and path with query, without illegal characters, and with
 * a normalised path (RFC 3986, 6.2.2).
 */
public record RequestTarget(String scheme, String authority, String pathAndQuery) {

    private static final int NOT_FOUND = -1;

    /** The length of an HTTP/1.1 request line without the method and the target. */
    private static final int REST_OF_LINE = "  HTTP/1.1".length();

    private static final String UNKNOWN_HOST = "localhost";

    /** The target that Netty substitutes for an unreadable request line. */
    private static final String UNREADABLE = "/bad-request";

    /** Characters that browsers do not escape (WHATWG URL, 1.3) and {@link java.net.URI} rejects. */
    private static final String RAW_IN_PATH = "|[]";

    private static final String RAW_IN_QUERY = "|{}^`\\";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    public static RequestTarget of(
            final HttpServerRequest incoming,
            final boolean overTls,
            final boolean mayRepeatHost,
            final int maxRequestLine,
            final Networks proxies) {
        final String target = path(incoming);
        if (target == null) {
            throw new MalformedRequestException("The request has no path.");
        }
        checkLength(incoming, target, maxRequestLine);
        final String host = host(incoming, mayRepeatHost);
        final RequestTarget direct = target.startsWith("/")
                ? new RequestTarget(overTls ? "https" : "http", host, normalized(target))
                : absolute(target, overTls ? "https://" : "http://");
        return proxies.isEmpty() ? direct : Forwarding.apply(direct, incoming, proxies);
    }

    /** The decoder of HTTP/1.1 has checked the line. */
    private static void checkLength(final HttpServerRequest incoming, final String target, final int limit) {
        if (incoming.version() == HttpVersion.HTTP_2
                && incoming.method().name().length() + target.length() + REST_OF_LINE > limit) {
            throw MalformedRequestException.ofLongLine();
        }
    }

    /** Returns this target with the given spelling of the base path; null if the target is outside it, however it is escaped. */
    @Nullable
    public RequestTarget below(final String basePath) {
        final int end = endOfPrefix(basePath, pathAndQuery);
        if (end == NOT_FOUND) {
            return null;
        }
        return pathAndQuery.startsWith(basePath)
                ? this
                : new RequestTarget(scheme, authority, basePath + pathAndQuery.substring(end));
    }

    /** Returns true if a path, perhaps with a query, is below a prefix or is the prefix, however it is escaped. */
    static boolean isBelow(final String prefix, final String path) {
        return endOfPrefix(prefix, path) != NOT_FOUND;
    }

    private static int endOfPrefix(final String prefix, final String path) {
        if (path.startsWith(prefix) && isEnd(path, prefix.length())) {
            return prefix.length();
        }
        final int end = path.indexOf('%') < 0 ? NOT_FOUND : endOfBasePath(prefix, path);
        return end == NOT_FOUND || !isEnd(path, end) ? NOT_FOUND : end;
    }

    /** A matrix parameter is the end only if no segment follows: guards by path would not know the segments behind it. */
    private static boolean isEnd(final String path, final int index) {
        if (path.length() == index || "/?".indexOf(path.charAt(index)) >= 0) {
            return true;
        }
        final int query = path.indexOf('?', index);
        final int slash = path.indexOf('/', index);
        return path.charAt(index) == ';' && (slash < 0 || (query >= 0 && query < slash));
    }

    /** Returns the index at which the base path ends in a path, which may contain needless escapes. */
    private static int endOfBasePath(final String basePath, final String path) {
        int at = 0;
        for (int i = 0; i < basePath.length(); i++) {
            if (at + 2 < path.length() && path.charAt(at) == '%') {
                if (basePath.charAt(i) == '%') {
                    if (!path.regionMatches(true, at, basePath, i, 3)) {
                        return NOT_FOUND;
                    }
                    i += 2;
                } else if (basePath.charAt(i) == '/' || escaped(path, at) != basePath.charAt(i)) {
                    return NOT_FOUND;
                }
                at += 3;
            } else if (at < path.length() && path.charAt(at) == basePath.charAt(i)) {
                at++;
            } else {
                return NOT_FOUND;
            }
        }
        return at;
    }

    private static int escaped(final String path, final int at) {
        return Character.digit(path.charAt(at + 1), 16) * 16 + Character.digit(path.charAt(at + 2), 16);
    }

    /** Null for CONNECT over HTTP/2, which has no path (RFC 9113, 8.5), although Vert.x does not declare it. */
    @SuppressWarnings("NullAway")
    private static @Nullable String path(final HttpServerRequest incoming) {
        return incoming.uri();
    }

    /** Returns the target in the request line or {@code :path}; null if it could not be read. */
    public static @Nullable String sentTarget(final HttpServerRequest incoming) {
        final String target = path(incoming);
        return incoming.decoderResult().isFailure() && UNREADABLE.equals(target) ? null : target;
    }

    /** The path without its query, for error responses and reports; null if there is none. */
    public static @Nullable String displayPath(final HttpServerRequest incoming) {
        final String target = path(incoming);
        if (target == null
                || !target.startsWith("/")
                || incoming.decoderResult().isFailure()) {
            return null;
        }
        final int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static String host(final HttpServerRequest incoming, final boolean mayBeRepeated) {
        final MultiMap headers = incoming.headers();
        if (mayBeRepeated && VertxHeaders.isRepeated(headers, HttpHeaders.HOST)) {
            throw new MalformedRequestException("There is more than one Host header.");
        }
        final boolean http2 = incoming.version() == HttpVersion.HTTP_2;
        final String host = http2 ? VertxHttp.authority(incoming) : headers.get(HttpHeaders.HOST);
        if (host != null) {
            return checkAuthority(host);
        }
        if (incoming.version() == HttpVersion.HTTP_1_0) {
            return UNKNOWN_HOST;
        }
        throw new MalformedRequestException(
                http2 ? "The :authority is missing or malformed." : "The Host header is missing.");
    }

    private static RequestTarget absolute(final String target, final String scheme) {
        if (!target.regionMatches(true, 0, scheme, 0, scheme.length())) {
            throw new MalformedRequestException("The request target is not a path.");
        }
        int end = scheme.length();
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        final String authority = checkAuthority(target.substring(scheme.length(), end));
        final String rest = target.substring(end);
        return new RequestTarget(
                scheme.substring(0, scheme.length() - 3),
                authority,
                normalized(rest.startsWith("/") ? rest : "/" + rest));
    }

    private static String checkAuthority(final String text) {
        final String authority = Authority.hostAndPort(text);
        if (authority == null) {
            throw new MalformedRequestException("The host is malformed.");
        }
        return authority;
    }

    /**
     * Checks a path with its query, and normalises it: the one place where this happens, so that all handlers see the same
     * path. Takes only what {@link java.net.URI} takes, and only whole escapes of UTF-8.
     */
    private static String normalized(final String path) {
        boolean query = false;
        boolean changes = false;
        for (int i = 0; i < path.length(); i++) {
            final char c = path.charAt(i);
            if (isAlphanumeric(c) || "/-_~!$&'()*+,;=:@".indexOf(c) >= 0) {
                continue;
            }
            if (c == '.') {
                changes |= !query && path.charAt(i - 1) == '/';
            } else if (c == '%') {
                changes |= !query;
                i = endOfEscape(path, i);
            } else if (c == '?') {
                query = true;
            } else if ((query ? RAW_IN_QUERY : RAW_IN_PATH).indexOf(c) >= 0) {
                changes = true;
            } else if (!query || (c != '[' && c != ']')) {
                throw new MalformedRequestException("The request target holds a character that must be escaped.");
            }
        }
        return changes ? changed(path) : path;
    }

    /**
     * Escapes what browsers leave raw, and normalises the path (RFC 3986, 6.2.2): escapes have upper-case digits, unreserved
     * characters are not escaped, and dot segments are resolved. An escaped slash stays escaped.
     */
    private static String changed(final String path) {
        final StringBuilder made = new StringBuilder(path.length() + 16);
        boolean query = false;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (!query && (c == '/' || c == '?')) {
                resolveDots(made, c == '?');
                query = c == '?';
            }
            boolean escaped = (query ? RAW_IN_QUERY : RAW_IN_PATH).indexOf(c) >= 0;
            if (!query && c == '%') {
                c = (char) octet(path, i);
                escaped = !isUnreserved(c);
                i += 2;
            }
            if (escaped) {
                made.append('%').append(HEX.toHighHexDigit(c)).append(HEX.toLowHexDigit(c));
            } else {
                made.append(c);
            }
        }
        if (!query) {
            resolveDots(made, true);
        }
        return made.toString();
    }

    /**
     * Removes the segment at the end of a path if it is a dot segment, and of two dots the one before it too (RFC 3986,
     * 5.2.4).
     */
    private static void resolveDots(final StringBuilder path, final boolean atEnd) {
        int slash = path.lastIndexOf("/");
        final String segment = path.substring(slash + 1);
        if (!segment.equals(".") && !segment.equals("..")) {
            return;
        }
        if (segment.equals("..")) {
            if (slash == 0) {
                throw new MalformedRequestException("The path of the request target leads above the root.");
            }
            slash = path.lastIndexOf("/", slash - 1);
        }
        path.setLength(atEnd ? slash + 1 : slash);
    }

    /** The last digit of an escaped character, which is whole, UTF-8 (RFC 3629) and not NUL. */
    private static int endOfEscape(final String path, final int percent) {
        final int first = octet(path, percent);
        if (first < 0) {
            throw new MalformedRequestException("The request target holds a broken escape.");
        }
        if (first == 0) {
            throw new MalformedRequestException("The request target holds an escaped NUL.");
        }
        if (first < 0x80) {
            return percent + 2;
        }
        final int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
        // Neither more octets than needed, nor half of a pair, nor beyond what Unicode has.
        int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        for (int i = 1; i < length; i++) {
            final int octet = octet(path, percent + 3 * i);
            if (octet < least || octet > most) {
                throw new MalformedRequestException("The request target holds an escape that is not UTF-8.");
            }
            least = 0x80;
            most = 0xbf;
        }
        if (length == 0) {
            throw new MalformedRequestException("The request target holds an escape that is not UTF-8.");
        }
        return percent + 3 * length - 1;
    }

    /** Negative if there is none. */
    private static int octet(final String path, final int percent) {
        if (percent + 2 >= path.length() || path.charAt(percent) != '%') {
            return -1;
        }
        final int high = hex(path.charAt(percent + 1));
        final int low = hex(path.charAt(percent + 2));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static boolean isAlphanumeric(final char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isUnreserved(final char c) {
        return isAlphanumeric(c) || "-._~".indexOf(c) >= 0;
    }

    private static int hex(final char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }
}
