package org.jzenith.core.internal.start;

import java.net.IDN;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The authority of a URL or of a {@code Host} header (RFC 3986, 3.2). {@link URI#getHost} knows neither hosts with an
 * underscore, which Docker Compose has, nor internationalised ones.
 *
 * @param userInfo encoded; null if there is none
 * @param host a name or an IPv4 address in lower case, in ASCII; an IPv6 address has no brackets
 * @param port -1 if there is none
 */
public record Authority(@Nullable String userInfo, String host, int port) {

    private static final int LONGEST_HOST = 254;
    private static final int LARGEST_PORT = 65_535;

    /**
     * Reads the authority of a URL.
     *
     * @param url an absolute URL
     * @return null if it has none, or one that is malformed
     */
    public static @Nullable Authority of(final URI url) {
        final String text = url.getRawAuthority();
        return text == null ? null : of(text);
    }

    /**
     * Reads an authority of a setting, whose host may have characters beyond ASCII.
     *
     * @param text user information, host and port as in a URL
     * @return null if it is malformed
     */
    public static @Nullable Authority of(final String text) {
        final int at = text.lastIndexOf('@');
        final String ascii = ascii(text.substring(at + 1));
        final int end = ascii == null ? -1 : endOfHost(ascii);
        if (ascii == null || end < 0 || (at >= 0 && text.indexOf('@') < at)) {
            return null;
        }
        return new Authority(
                at < 0 ? null : text.substring(0, at),
                (ascii.startsWith("[") ? ascii.substring(1, end - 1) : ascii.substring(0, end))
                        .toLowerCase(Locale.ROOT),
                end + 1 >= ascii.length() ? -1 : Integer.parseInt(ascii.substring(end + 1)));
    }

    /**
     * Checks the host and port of a request.
     *
     * @param text the value of {@code Host} or {@code :authority}
     * @return the text, without the colon of an empty port (RFC 3986, 6.2.3); null if it is malformed, or has user information
     */
    public static @Nullable String hostAndPort(final String text) {
        final int end = endOfHost(text);
        return end < 0 ? null : end == text.length() - 1 ? text.substring(0, end) : text;
    }

    /**
     * Returns the port.
     *
     * @param scheme {@code http} or {@code https}, in any case
     * @return the port that the scheme implies if there is none
     */
    public int portOf(final String scheme) {
        return port >= 0 ? port : scheme.equalsIgnoreCase("https") ? 443 : 80;
    }

    /**
     * Returns the same host without a port.
     *
     * @return another authority
     */
    public Authority withoutPort() {
        return new Authority(userInfo, host, -1);
    }

    /**
     * Returns the host as in a URL.
     *
     * @return with brackets around an IPv6 address
     */
    public String urlHost() {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    /**
     * Returns a URL whose host has ASCII characters only, as connections and certificates need it.
     *
     * @param url an absolute URL without a fragment
     * @return the same URL if it needs no change
     */
    public static URI ascii(final URI url) {
        final Authority authority = url.getHost() == null ? of(url) : null;
        return authority == null
                ? url
                : URI.create(url.getScheme() + "://"
                        + (authority.userInfo == null ? "" : authority.userInfo + "@")
                        + authority
                        + url.getRawPath()
                        + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()));
    }

    /** Returns host and port as in a URL; user information may be secret. */
    @Override
    public String toString() {
        return urlHost() + (port < 0 ? "" : ":" + port);
    }

    /**
     * Returns true if the host is this machine.
     *
     * @return false for a name that only resolves to it
     */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    /**
     * Returns true if a host is this machine.
     *
     * @param host a host name or IP address, without brackets
     * @return false for a name that only resolves to it
     */
    public static boolean isLoopback(final String host) {
        return host.equals("localhost")
                || host.equals("::1")
                || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
    }

    private static @Nullable String ascii(final String hostAndPort) {
        if (hostAndPort.chars().allMatch(c -> c < 128)) {
            return hostAndPort;
        }
        final int colon = hostAndPort.lastIndexOf(':');
        final int end = colon < 0 ? hostAndPort.length() : colon;
        try {
            return IDN.toASCII(hostAndPort.substring(0, end)) + hostAndPort.substring(end);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    /** Negative if the text is not a host name, an IPv4 address or an IPv6 address in brackets, and perhaps a port. */
    private static int endOfHost(final String text) {
        final int length = text.length();
        int end = 0;
        if (text.startsWith("[")) {
            end = 1;
            while (end < length && isAddressCharacter(text.charAt(end))) {
                end++;
            }
            if (end == length || text.charAt(end++) != ']' || !isAddress(text.substring(0, end))) {
                return -1;
            }
        } else {
            while (end < length && isHostCharacter(text.charAt(end))) {
                end++;
            }
        }
        return end == 0 || end > LONGEST_HOST || !isPort(text, end) ? -1 : end;
    }

    private static boolean isAddress(final String inBrackets) {
        try {
            return URI.create("//" + inBrackets).getHost() != null;
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isPort(final String text, final int start) {
        if (start == text.length()) {
            return true;
        }
        final int digits = text.length() - start - 1;
        if (text.charAt(start) != ':' || digits > 5) {
            return false;
        }
        int port = 0;
        for (int i = start + 1; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = port * 10 + c - '0';
        }
        return port <= LARGEST_PORT;
    }

    private static boolean isHostCharacter(final char c) {
        return isAlphanumeric(c) || c == '.' || c == '-' || c == '_';
    }

    private static boolean isAlphanumeric(final char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isAddressCharacter(final char c) {
        return (c < 128 && Character.digit(c, 16) >= 0) || c == ':' || c == '.';
    }
}
