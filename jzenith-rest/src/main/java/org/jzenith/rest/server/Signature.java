package org.jzenith.rest.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an origin server says about itself in every answer that does not say it already: {@code Date} (RFC 9110, 6.6.1),
 * made once a second, and {@code Server} where one is configured. Belongs to one event loop.
 */
final class Signature {

    private static final long MILLIS = 1000;

    /** The preferred form of RFC 9110, 5.6.7, with two digits for the day. */
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final @Nullable String server;
    private String date = "";
    private byte[] usualStart = {};
    private long second = -1;

    Signature(final @Nullable String server) {
        this.server = server;
        refresh();
    }

    /** To be called several times a second; asking the clock for each answer would cost more than the header. */
    void refresh() {
        final long now = System.currentTimeMillis() / MILLIS;
        if (now != second) {
            date = FORMAT.format(Instant.ofEpochSecond(now).atOffset(ZoneOffset.UTC));
            final String lines =
                    HttpVersion.HTTP_1_1 + " " + HttpResponseStatus.OK + "\r\n" + serverLine() + dateLine();
            usualStart = lines.getBytes(StandardCharsets.US_ASCII);
            second = now;
        }
    }

    /** The status line and the signature of the most usual of answers in one piece; false if this is another. */
    @SuppressWarnings("ReferenceEquality") // another 200 may have another phrase
    boolean start(final HttpResponse response, final ByteBuf target) {
        if (response.status() != HttpResponseStatus.OK
                || response.protocolVersion() != HttpVersion.HTTP_1_1
                || saysServer(response)
                || saysDate(response)) {
            return false;
        }
        target.writeBytes(usualStart);
        return true;
    }

    /** HTTP/1: as lines that follow the status line. */
    void sign(final HttpResponse response, final ByteBuf target) {
        if (!saysServer(response)) {
            target.writeCharSequence(serverLine(), StandardCharsets.US_ASCII);
        }
        if (!saysDate(response)) {
            target.writeCharSequence(dateLine(), StandardCharsets.US_ASCII);
        }
    }

    /** HTTP/2: as fields. */
    void sign(final MultiMap headers) {
        if (server != null && !headers.contains(HttpHeaders.SERVER)) {
            headers.set(HttpHeaders.SERVER, server);
        }
        if (!headers.contains(HttpHeaders.DATE)) {
            headers.set(HttpHeaders.DATE, date);
        }
    }

    private static boolean saysServer(final HttpResponse response) {
        return response.headers().contains(HttpHeaders.SERVER);
    }

    private static boolean saysDate(final HttpResponse response) {
        return response.headers().contains(HttpHeaders.DATE);
    }

    private String serverLine() {
        return server == null ? "" : HttpHeaders.SERVER + ": " + server + "\r\n";
    }

    private String dateLine() {
        return HttpHeaders.DATE + ": " + date + "\r\n";
    }
}
