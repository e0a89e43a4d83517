package org.jzenith.core.internal.address;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartProblem;

/**
 * Reads {@code scheme://user:password@host:port/path?query} into single settings: {@code host} or {@code hosts}, {@code port}, {@code username}
 * and {@code password}. Problems never quote the URL, because it may hold the password. For one URL and one thread.
 */
public final class ServerUrl {

    private static final Pattern OTHER_PORT = Pattern.compile(":[0-9]+$");

    private final String key;
    private final List<String> schemes;
    private final String example;
    private final @Nullable String origin;
    private final List<StartProblem> problems;
    private final Map<String, String> settings = new HashMap<>();

    /**
     * Creates a reader.
     *
     * @param key the setting with the URL
     * @param schemes without {@code ://}; messages name the first one
     * @param example the longest form, for messages and without real values
     * @param origin the source of the setting
     * @param problems takes what is wrong
     */
    public ServerUrl(
            final String key,
            final List<String> schemes,
            final String example,
            final @Nullable String origin,
            final List<StartProblem> problems) {
        this.key = key;
        this.schemes = schemes;
        this.example = example;
        this.origin = origin;
        this.problems = problems;
    }

    /**
     * Reads the URL.
     *
     * @param text the value of the setting
     * @param severalServers true if the URL may name several servers, separated by commas
     * @param rest reads path and query, unless the rest of the URL has a problem
     * @return the single settings, without prefix
     */
    public Map<String, String> read(final String text, final boolean severalServers, final Consumer<URI> rest) {
        try {
            final URI url = new URI(text.strip());
            if (readServers(url, severalServers)) {
                rest.accept(url);
            }
        } catch (final URISyntaxException e) {
            problem("is not a URL: " + e.getReason() + " at character " + e.getIndex());
        } catch (final IllegalArgumentException e) {
            problem("has a part that is not percent-encoded correctly");
        }
        return settings;
    }

    /**
     * Sets a single setting.
     *
     * @param name without prefix
     * @param value as in the URL
     */
    public void set(final String name, final String value) {
        settings.put(name, value);
    }

    private boolean readServers(final URI url, final boolean severalServers) {
        if (url.getScheme() == null || !schemes.contains(url.getScheme().toLowerCase(Locale.ROOT))) {
            problem("does not begin with " + schemes.get(0) + "://");
            return false;
        }
        if (isCutInCredentials(url)) {
            problem("has a user or a password with an @, /, ? or # that is not percent-encoded");
            return false;
        }
        final String text = String.valueOf(url.getRawAuthority());
        if (severalServers && text.indexOf(',') >= 0) {
            final int at = text.lastIndexOf('@');
            set("hosts", text.substring(at + 1));
            readUser(at < 0 ? null : text.substring(0, at));
            return true;
        }
        final Authority authority = Authority.of(url);
        if (authority == null || authority.port() == 0) {
            problem(
                    OTHER_PORT.matcher(text).find()
                            ? "has a port outside 1 to 65535"
                            : "names no host, or more than one");
            return false;
        }
        set("host", authority.host());
        if (authority.port() > 0) {
            set("port", Integer.toString(authority.port()));
        }
        readUser(authority.userInfo());
        return true;
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
        if (colon != 0) {
            set("username", decode(colon < 0 ? info : info.substring(0, colon)));
        }
        if (colon >= 0) {
            set("password", decode(info.substring(colon + 1)));
        }
    }

    /**
     * Decodes a part. A plus is a plus here, not a space as in a form.
     *
     * @param text a part of the URL
     * @return the part without percent encoding
     * @throws IllegalArgumentException if it is not encoded correctly
     */
    public static String decode(final String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * Reports a mistake.
     *
     * @param what follows the name of the setting, without a full stop
     */
    public void problem(final String what) {
        problems.add(StartProblem.of(key + " " + what + ".")
                .from(origin)
                .remedy("Write it as " + example + ", with special characters percent-encoded."));
    }
}
