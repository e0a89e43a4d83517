package org.jzenith.http.internal.connection;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server's own response headers: {@code Date} (RFC 9110, 6.6.1), formatted once a second, {@code Server} if one is
 * configured, and over HTTP/1 those of {@link Prepared}. Used on one event loop only.
 */
public final class ServerHeaders {

    /**
     * Headers of every HTTP/1 response of a listener, encoded once. Each is left out of a response that has a header of that
     * name. Immutable and safe for use by many threads.
     */
    public static final class Prepared {

        private final List<CharSequence> names;
        private final List<byte[]> lines = new ArrayList<>();
        private final byte[] all;

        /**
         * Encodes headers.
         *
         * @param headers names and values of ASCII characters, in their order in the response
         */
        public Prepared(final Map<CharSequence, CharSequence> headers) {
            final StringBuilder text = new StringBuilder();
            headers.forEach((name, value) -> {
                final String line = name + ": " + value + "\r\n";
                lines.add(line.getBytes(StandardCharsets.ISO_8859_1));
                text.append(line);
            });
            this.names = List.copyOf(headers.keySet());
            this.all = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        }

        /**
         * Writes the headers that a response does not have.
         *
         * @param present the response's headers
         * @param target receives lines
         */
        private void write(final io.netty.handler.codec.http.HttpHeaders present, final ByteBuf target) {
            if (!containsAny(present)) {
                target.writeBytes(all);
                return;
            }
            for (int i = 0; i < names.size(); i++) {
                if (!present.contains(names.get(i))) {
                    target.writeBytes(lines.get(i));
                }
            }
        }

        private boolean containsAny(final io.netty.handler.codec.http.HttpHeaders present) {
            for (int i = 0; i < names.size(); i++) {
                if (present.contains(names.get(i))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final long MILLIS = 1000;

    private final @Nullable AsciiString server;
    private final @Nullable Prepared prepared;
    private final String serverLine;
    private AsciiString date = AsciiString.EMPTY_STRING;
    private String dateLine = "";
    private byte[] usualStart = {};
    private long second = -1;

    ServerHeaders(final @Nullable String server, final @Nullable Prepared prepared) {
        this.prepared = prepared;
        this.server = server == null ? null : AsciiString.cached(server);
        this.serverLine = server == null ? "" : HttpHeaders.SERVER + ": " + server + "\r\n";
        refresh();
    }

    /** Updates the date; called several times a second, because reading the clock for each response would cost more. */
    void refresh() {
        final long now = System.currentTimeMillis() / MILLIS;
        if (now != second) {
            date = AsciiString.cached(HttpDate.format(Instant.ofEpochSecond(now)));
            dateLine = HttpHeaders.DATE + ": " + date + "\r\n";
            final String lines = HttpVersion.HTTP_1_1 + " " + HttpResponseStatus.OK + "\r\n" + serverLine + dateLine;
            usualStart = lines.getBytes(StandardCharsets.US_ASCII);
            second = now;
        }
    }

    /**
     * Writes the status line of a 200 and these headers as one array; false, without writing, if the response is
     * another.
     */
    @SuppressWarnings("ReferenceEquality") // another 200 may have another phrase
    public boolean writeUsualStart(final HttpResponse response, final ByteBuf target) {
        if (response.status() != HttpResponseStatus.OK
                || response.protocolVersion() != HttpVersion.HTTP_1_1
                || hasServer(response)
                || hasDate(response)) {
            return false;
        }
        target.writeBytes(usualStart);
        return true;
    }

    /** HTTP/1: as lines that follow the status line. */
    public void addTo(final HttpResponse response, final ByteBuf target) {
        if (!hasServer(response)) {
            target.writeCharSequence(serverLine, StandardCharsets.US_ASCII);
        }
        if (!hasDate(response)) {
            target.writeCharSequence(dateLine, StandardCharsets.US_ASCII);
        }
    }

    /** HTTP/1: writes the prepared headers as further lines, without those that the response has. */
    public void writePrepared(final HttpResponse response, final ByteBuf target) {
        if (prepared != null) {
            prepared.write(response.headers(), target);
        }
    }

    /** HTTP/2: as fields. */
    public void addTo(final MultiMap headers) {
        if (server != null && !headers.contains(HttpHeaders.SERVER)) {
            headers.add(HttpHeaders.SERVER, server);
        }
        if (!headers.contains(HttpHeaders.DATE)) {
            headers.add(HttpHeaders.DATE, date);
        }
    }

    /** The value of {@code Server}; null if none is configured. */
    public @Nullable CharSequence server() {
        return server;
    }

    /** The value of {@code Date}. */
    public CharSequence date() {
        return date;
    }

    private static boolean hasServer(final HttpResponse response) {
        return response.headers().contains(HttpHeaders.SERVER);
    }

    private static boolean hasDate(final HttpResponse response) {
        return response.headers().contains(HttpHeaders.DATE);
    }
}
