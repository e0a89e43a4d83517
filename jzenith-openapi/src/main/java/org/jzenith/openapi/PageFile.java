package org.jzenith.openapi;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jzenith.http.file.FileResponse;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.internal.request.AcceptEncoding;
import org.jzenith.http.write.FileContent;
import org.jzenith.http.write.ResponseHead;

/**
 * A file of the page, in memory.
 *
 * @param name the file name, whose extension determines the media type
 * @param plain the uncompressed content
 * @param zipped the content in gzip
 * @param read the time of reading
 * @param cacheControl the Cache-Control header
 */
record PageFile(String name, TaggedContent plain, TaggedContent zipped, Instant read, String cacheControl) {

    /** Nothing on the page is inline, so its content security policy allows no inline code. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static PageFile of(final String name, final byte[] content, final String cacheControl) {
        final ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(content);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PageFile(
                name, TaggedContent.of(content), TaggedContent.of(zipped.toByteArray()), Instant.now(), cacheControl);
    }

    /** Responds with the file, in gzip if that is smaller and the client accepts it. */
    void send(final Exchange exchange) {
        final boolean isZipped = zipped.content().length() < plain.content().length()
                && new AcceptEncoding(exchange.request().headers().getAll("Accept-Encoding")).preference("gzip") > 0;
        final TaggedContent sent = isZipped ? zipped : plain;
        final Map<String, String> headers = new HashMap<>(Map.of(
                "Content-Security-Policy",
                POLICY,
                "Cache-Control",
                cacheControl,
                "ETag",
                sent.tag(),
                "Vary",
                "Accept-Encoding"));
        if (isZipped) {
            headers.put("Content-Encoding", "gzip");
        }
        FileResponse.send(exchange, ResponseHead.of(200, headers), FileContent.of(sent.content(), read), name);
    }
}
