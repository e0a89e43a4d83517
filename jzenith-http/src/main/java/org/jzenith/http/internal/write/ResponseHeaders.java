package org.jzenith.http.internal.write;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.http.write.ResponseHead;

/** The headers of a response: checks the status, and copies the application's headers except those that frame the message. */
final class ResponseHeaders {

    /** A status has three digits (RFC 9110, 15). */
    private static final int LARGEST = 999;

    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");

    /** One second, the shortest that the header allows. */
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("1");

    /** Fields that a response without content omits. */
    private static final List<CharSequence> CONTENT_FIELDS = List.of(
            HttpHeaders.CONTENT_TYPE,
            HttpHeaders.CONTENT_LENGTH,
            HttpHeaders.CONTENT_ENCODING,
            HttpHeaders.createOptimized("Content-Language"));

    /** The lengths of most responses. */
    private static final List<CharSequence> LENGTHS = IntStream.range(0, 1024)
            .mapToObj(length -> HttpHeaders.createOptimized(Integer.toString(length)))
            .toList();

    private ResponseHeaders() {}

    /** The status of the application. */
    static int checkedStatus(final ResponseHead response) {
        final int status = response.status();
        if (status < 200 || status > LARGEST) {
            throw new IllegalStateException("A resource responded with the status " + status
                    + ", which no response can have. Return a status from 200 to 599.");
        }
        return status;
    }

    /**
     * Sets the headers of a problem.
     *
     * @param acceptEncoding the codings of bodies that are understood; null if that is not said
     */
    static void setProblem(final MultiMap target, final int status, final @Nullable String acceptEncoding) {
        target.set(HttpHeaders.CONTENT_TYPE, PROBLEM);
        if (acceptEncoding != null) {
            target.set(HttpHeaders.ACCEPT_ENCODING, acceptEncoding);
        }
        if (status == 503) {
            target.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
        }
    }

    /** Says that the connection is closed after the response. */
    static void addConnectionClose(final HttpServerResponse outgoing, final HttpVersion version) {
        if (version == HttpVersion.HTTP_2) {
            return;
        }
        outgoing.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        if (version == HttpVersion.HTTP_1_0) {
            // Vert.x adds keep-alive for a client that asks for it; this handler runs after that.
            outgoing.headersEndHandler(written -> outgoing.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
        }
    }

    /**
     * Copies the headers of the application.
     *
     * @param response its headers and status
     * @param target already has those of the server
     * @param version the version of the connection
     * @param headRequest true for a HEAD request, whose response has the length of the GET response
     */
    static void copy(
            final ResponseHead response, final MultiMap target, final HttpVersion version, final boolean headRequest) {
        final boolean bodiless = isBodiless(response.status());
        for (final Map.Entry<String, List<Object>> header : response.headers().entrySet()) {
            final String name = header.getKey();
            HeaderValue.checkName(name);
            if (isFraming(name, version, headRequest) || (bodiless && describesContent(name))) {
                continue;
            }
            final List<Object> values = header.getValue();
            if (name.equalsIgnoreCase("Vary")) {
                vary(target, values, response);
                continue;
            }
            if (values.size() == 1) {
                target.set(name, HeaderValue.of(name, response.headerText(values.get(0))));
            } else {
                target.remove(name);
                for (final Object value : values) {
                    target.add(name, HeaderValue.of(name, response.headerText(value)));
                }
            }
        }
    }

    /** Returns true if the application has a header without values, which removes that of the server. */
    static boolean removesSome(final ResponseHead response) {
        for (final List<Object> values : response.headers().values()) {
            if (values.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Joins the fields that are not empty. */
    private static void vary(final MultiMap target, final List<Object> values, final ResponseHead response) {
        for (final Object value : values) {
            final String names = response.headerText(value);
            if (!names.isBlank()) {
                ResponsePolicy.addVary(target, HeaderValue.of("Vary", names));
            }
        }
    }

    /** Returns true if a response with this status never has content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
    static boolean isBodiless(final int status) {
        return status == 204 || status == 304 || status == 205;
    }

    /** Removes what describes content that is not sent. */
    static void removeContentFields(final MultiMap target) {
        CONTENT_FIELDS.forEach(target::remove);
    }

    /** The value of a Content-Length. */
    static CharSequence length(final int bytes) {
        return bytes < LENGTHS.size() ? LENGTHS.get(bytes) : Integer.toString(bytes);
    }

    /** Headers that a response without content does not have (RFC 9110, 8.6 and 15.4.5). */
    private static boolean describesContent(final String name) {
        return name.equalsIgnoreCase("Content-Type")
                || name.equalsIgnoreCase("Content-Length")
                || name.equalsIgnoreCase("Content-Encoding")
                || name.equalsIgnoreCase("Content-Language");
    }

    private static boolean isFraming(final String name, final HttpVersion version, final boolean headRequest) {
        return name.equalsIgnoreCase("Transfer-Encoding")
                || name.equalsIgnoreCase("Connection")
                || (name.equalsIgnoreCase("Content-Length") && !headRequest)
                || (version == HttpVersion.HTTP_2 && isOfConnection(name));
    }

    /** The other headers of a connection, which HTTP/2 does not have (RFC 9113, 8.2.2). */
    private static boolean isOfConnection(final String name) {
        return name.equalsIgnoreCase("Upgrade")
                || name.equalsIgnoreCase("Keep-Alive")
                || name.equalsIgnoreCase("Proxy-Connection");
    }
}
