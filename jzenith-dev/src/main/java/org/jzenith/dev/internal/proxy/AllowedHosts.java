package org.jzenith.dev.internal.proxy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The values of the {@code Host} header for which the development mode responds. A page of another site can let its own name resolve to
 * this machine (DNS rebinding); a browser then sends that name and lets the page read the response.
 *
 * @param configured the configured host
 * @param exposed true if other machines can connect
 */
public record AllowedHosts(String configured, boolean exposed) {

    /** The host of a listener for this machine only, by IPv4 and IPv6. */
    public static final String THIS_MACHINE = "localhost";

    static final int MAX_HEAD = 65_536;

    private static final Pattern PART_OF_LINE = Pattern.compile("[!#-'*+.^-z|~\\w-]*( [^\\r\\n]*\\r?)?");
    private static final Pattern REQUEST_LINE = Pattern.compile("[!#-'*+.^-z|~\\w-]+ .* HTTP/1\\.\\d\\s*");
    private static final Pattern LOCAL = Pattern.compile("(.+\\.)?localhost|127\\.0\\.0\\.1|\\[::1]");

    /** IP addresses and the names of a local network, which nobody can register. */
    private static final Pattern OF_NETWORK = Pattern.compile("[\\d.]+|\\[[\\da-f:.]+]|[^.]+|.+\\.(local|internal)");

    /** The result of a look at the first bytes of a connection. */
    enum Verdict {
        /** Undecided: more bytes are needed. */
        OPEN,
        /** The host is allowed, or this is not an HTTP/1 request; for TLS, browsers check the name themselves. */
        ALLOWED,
        /** The host is another one. */
        REFUSED
    }

    static AllowedHosts of(final String host) {
        return new AllowedHosts(host.toLowerCase(Locale.ROOT), !host.equals(THIS_MACHINE) && !isLoopback(host));
    }

    private static boolean isLoopback(final String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (final UnknownHostException e) {
            return false; // then it does not listen either
        }
    }

    /** Looks at the first bytes of a connection. */
    Verdict verdict(final byte[] begin) {
        final String text = new String(begin, StandardCharsets.ISO_8859_1);
        final int end = text.indexOf('\n');
        if (end < 0 && begin.length < MAX_HEAD) {
            return PART_OF_LINE.matcher(text).matches() ? Verdict.OPEN : Verdict.ALLOWED;
        }
        if (end >= 0 && !REQUEST_LINE.matcher(text.substring(0, end)).matches()) {
            return Verdict.ALLOWED;
        }
        return isComplete(text) ? allows(text) ? Verdict.ALLOWED : Verdict.REFUSED : Verdict.OPEN;
    }

    /** Returns true if the head of an HTTP/1 request is complete, or too long to wait for its end. */
    static boolean isComplete(final String head) {
        return head.contains("\r\n\r\n") || head.contains("\n\n") || head.length() >= MAX_HEAD;
    }

    /** Returns true if a request has a {@code Host} and each one is allowed. */
    boolean allows(final String head) {
        final List<String> hosts = FailureAnswer.headers(head, "host");
        return !hosts.isEmpty() && hosts.stream().allMatch(this::allowsHost);
    }

    public boolean allowsHost(final String host) {
        final String name =
                host.strip().toLowerCase(Locale.ROOT).replaceFirst(":\\d*$", "").replaceFirst("\\.$", "");
        return LOCAL.matcher(name).matches()
                || name.equals(TcpProxy.reachable(configured))
                || (exposed && OF_NETWORK.matcher(name).matches());
    }
}
