package org.jzenith.security.oidc;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.CookiePair;

/**
 * Reads and writes the cookies of sessions and logins. A value that is too long for one cookie is split; the first cookie starts with the
 * number of parts and a dot. Immutable.
 */
final class SessionCookies {

    /** Stands for a cookie that is present but cannot be a session. */
    static final String UNREADABLE = "";

    private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Lax";
    private static final int PART = 3800;
    private static final int MOST_PARTS = 8;

    /** The most bytes that are reserved for other headers; at most a quarter of the header limit. */
    private static final int MOST_RESERVED = 2048;

    private final String name;
    private final String loginPrefix;
    private final int most;

    /** @param maxHeaderSize the limit on all headers of a request, in bytes */
    SessionCookies(final String name, final int maxHeaderSize) {
        this.name = name;
        this.loginPrefix = name + ".login.";
        this.most = Math.min(MOST_PARTS * PART, maxHeaderSize - Math.min(MOST_RESERVED, maxHeaderSize / 4));
    }

    /** Returns the whole value of the session cookie; {@link #UNREADABLE} if parts are missing or repeated; null if there is none. */
    @Nullable
    String session(final MultiMap headers) {
        final List<String> fields = headers.getAll(HttpHeaders.COOKIE);
        if (fields.isEmpty()) {
            return null;
        }
        final String first = valueOf(fields, name);
        if (first == null || first.length() < 2 || first.charAt(1) != '.') {
            return first == null ? null : UNREADABLE;
        }
        final int parts = first.charAt(0) - '0';
        if (parts == 1) {
            return first.substring(2);
        }
        if (parts < 1 || parts > MOST_PARTS) {
            return UNREADABLE;
        }
        final StringBuilder whole = new StringBuilder(first).delete(0, 2);
        for (int i = 1; i < parts; i++) {
            final String part = valueOf(fields, name + "." + i);
            if (part == null || part.isEmpty()) {
                return UNREADABLE;
            }
            whole.append(part);
        }
        return whole.toString();
    }

    boolean hasSession(final MultiMap headers) {
        return session(headers) != null;
    }

    /** Returns the cookie of a login; null if there is none. */
    @Nullable
    String login(final MultiMap headers, final String id) {
        return valueOf(headers.getAll(HttpHeaders.COOKIE), loginPrefix + id);
    }

    /**
     * Returns the names of the oldest login cookies that must be deleted to make room for a new cookie.
     *
     * @param added the length of the new cookie
     * @param kept the maximum number of login cookies that can stay
     */
    List<String> surplusLogins(final MultiMap headers, final int added, final int kept) {
        final List<String> surplus = new ArrayList<>();
        final Map<String, Integer> logins = logins(headers);
        int length = added + logins.values().stream().mapToInt(each -> each).sum();
        for (final Map.Entry<String, Integer> oldest : logins.entrySet()) {
            if (logins.size() - surplus.size() > kept || length > most) {
                surplus.add(oldest.getKey());
                length -= oldest.getValue();
            }
        }
        return surplus;
    }

    /** Returns the lengths of all login cookies, by the cookie's name. */
    private Map<String, Integer> logins(final MultiMap headers) {
        final Map<String, Integer> lengths = new LinkedHashMap<>();
        for (final CookiePair pair : CookiePair.of(headers.getAll(HttpHeaders.COOKIE))) {
            if (pair.name().startsWith(loginPrefix)) {
                lengths.put(pair.name(), pair.name().length() + 1 + pair.value().length());
            }
        }
        return lengths;
    }

    String loginName(final String id) {
        return loginPrefix + id;
    }

    /** Returns the maximum length of a session cookie's value, in characters; the rest is for other headers. */
    int most() {
        return most;
    }

    boolean fits(final String value) {
        return value.length() <= most;
    }

    /** Returns fields that set a session cookie whose value {@linkplain #fits fits}. */
    List<String> set(final String value, final long seconds) {
        final int parts = (value.length() + PART - 1) / PART;
        final List<String> fields = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            final String part = value.substring(i * PART, Math.min(value.length(), (i + 1) * PART));
            fields.add(i == 0 ? field(name, parts + "." + part, seconds) : field(name + "." + i, part, seconds));
        }
        return fields;
    }

    /** Returns a field that sets one cookie. */
    static String field(final String cookie, final String value, final long seconds) {
        return cookie + "=" + value + "; Max-Age=" + seconds + ATTRIBUTES;
    }

    /** Returns fields that delete the session cookie, with all parts that the request has sent. */
    List<String> clear(final MultiMap headers) {
        final List<String> fields = new ArrayList<>();
        final List<String> present = headers.getAll(HttpHeaders.COOKIE);
        fields.add(field(name, "", 0));
        for (int i = 1; i < MOST_PARTS; i++) {
            if (valueOf(present, name + "." + i) != null) {
                fields.add(field(name + "." + i, "", 0));
            }
        }
        return fields;
    }

    /**
     * Returns the value of the cookie with a name; null if there is none. Returns {@link #UNREADABLE} if there are two, because one of
     * the two can come from an attacker.
     */
    private static @Nullable String valueOf(final List<String> fields, final String cookie) {
        String found = null;
        for (final CookiePair pair : CookiePair.of(fields)) {
            if (pair.name().equals(cookie)) {
                if (found != null) {
                    return UNREADABLE;
                }
                found = pair.value();
            }
        }
        return found;
    }
}
