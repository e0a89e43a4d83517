package org.jzenith.rest.invoke;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A request that can be sent over a connection and be given to RESTEasy's dispatcher. Its text is Latin-1. */
record ComparedRequest(String method, String target, List<String> headers, String body) {

    static final String HOST = "a";

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

    String path() {
        final int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
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
