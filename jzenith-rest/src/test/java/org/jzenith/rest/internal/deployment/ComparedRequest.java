package org.jzenith.rest.internal.deployment;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A request that can be sent over a connection and be given to RESTEasy's dispatcher. Its text is Latin-1. */
record ComparedRequest(String method, String target, List<String> headers, String body) {

    static final String HOST = "a";

    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** The value of the only header with a name; empty if there is none. */
    String header(final String name) {
        final String start = name + ": ";
        return headers.stream()
                .filter(line -> line.regionMatches(true, 0, start, 0, start.length()))
                .map(line -> line.substring(start.length()))
                .findFirst()
                .orElse("");
    }

    /** Returns the normalised path, which is matched. */
    String path() {
        return withoutQuery(normalized());
    }

    String sentPath() {
        return withoutQuery(target);
    }

    private static String withoutQuery(final String target) {
        final int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The target with the path of RFC 3986, 6.2.2, which RESTEasy's dispatcher expects of its server. */
    String normalized() {
        final String path = ESCAPE.matcher(sentPath()).replaceAll(escape -> {
            final String character = Character.toString(Integer.parseInt(escape.group(1), 16));
            return character.matches("[A-Za-z0-9._~-]")
                    ? character
                    : escape.group().toUpperCase(Locale.ROOT);
        });
        final int root = path.startsWith("/") ? 1 : path.indexOf('/', "http://".length()) + 1;
        if (root == 0) {
            return target;
        }
        final Deque<String> segments = new ArrayDeque<>();
        final String[] all = path.substring(root).split("/", -1);
        for (final String segment : all) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        if (all[all.length - 1].matches("[.]{1,2}")) {
            segments.addLast("");
        }
        return path.substring(0, root)
                + String.join("/", segments)
                + target.substring(sentPath().length());
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(method)
                .append(' ')
                .append(target)
                .append(" HTTP/1.1\r\nHost: " + HOST + "\r\nX-Request-Id: t\r\n");
        headers.forEach(line -> text.append(line).append("\r\n"));
        if (!body.isEmpty()) {
            text.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return text.append("\r\n").append(body).toString();
    }
}
