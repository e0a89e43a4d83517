package org.jzenith.http.file;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.internal.connection.HttpDate;
import org.jzenith.http.write.FileContent;
import org.jzenith.http.write.FilePart;
import org.jzenith.http.write.ResponseHead;

/**
 * For plugins: responds with files as in RFC 9110. Supports {@code Content-Type} by the extension of the name,
 * {@code ETag} and {@code Last-Modified}, conditional requests (304, 412), ranges (206, 416) and {@code HEAD}.
 *
 * <pre>{@code
 * FileResponse.open(exchange, path).thenAccept(content ->
 *     FileResponse.send(exchange, ResponseHead.of(200, Map.of()), content, "report.pdf"));
 * }</pre>
 *
 * <p>Used on the event loop of the request.
 */
public final class FileResponse {

    /** If a file was changed less than this time ago, another change can leave its modification time as it is. */
    private static final long UNSETTLED_SECONDS = 2;

    private static final Buffer NOTHING = Buffer.buffer();

    private FileResponse() {}

    /**
     * Opens a file on a worker thread.
     *
     * @param exchange the request
     * @param file the file to send
     * @return completes on the event loop, in the context of the request; fails with {@link java.nio.file.NoSuchFileException} if there is
     *     no regular file; never completes if the request finishes first
     */
    public static CompletionStage<FileContent> open(final Exchange exchange, final Path file) {
        return exchange.workers().runForFile(() -> FileContent.open(file));
    }

    /**
     * Responds with a file. For a {@code GET} or {@code HEAD} and the status 200, the conditions and the range of the request
     * decide whether the file is sent, and which part of it. Otherwise, the whole file is sent.
     *
     * @param exchange the request
     * @param head status and headers. Its {@code ETag}, {@code Last-Modified} and {@code Content-Type} are kept;
     *     {@code Accept-Ranges: none} turns ranges off
     * @param content the content, which is closed at the end
     * @param name the file name, whose extension determines the media type
     */
    public static void send(
            final Exchange exchange, final ResponseHead head, final FileContent content, final String name) {
        final FileHead full = new FileHead(head);
        final boolean reads = exchange.request().method().equals(HttpMethod.GET)
                || exchange.request().method().equals(HttpMethod.HEAD);
        final String type = full.orSet("Content-Type", MediaTypes.of(name));
        final Instant modified = lastModified(full, content);
        if (full.status() != 200 || !reads) {
            exchange.response().sendFile(full, content, List.of(whole(content)));
            return;
        }
        final String tag = full.orSet("ETag", tag(content, ""));
        full.orSet("Last-Modified", HttpDate.format(modified));
        final boolean ranges = full.orSet("Accept-Ranges", "bytes").equals("bytes");
        final Preconditions conditions = Preconditions.of(
                exchange.request().method(), exchange.request().headers(), tag, modified, content.size(), ranges);
        switch (conditions.status()) {
            case 206 -> sendRanges(exchange, full, content, type, conditions.ranges());
            case 304 -> {
                full.setStatus(304);
                exchange.response().sendFile(full, content, List.of());
            }
            case 412 -> {
                content.close();
                exchange.response().sendProblem(412, "A precondition of the request is false.");
            }
            case 416 -> {
                content.close();
                exchange.response()
                        .sendProblem(
                                ResponseHead.of(416, Map.of("Content-Range", "bytes */" + content.size())),
                                "The file has " + content.size() + " bytes.");
            }
            default -> exchange.response().sendFile(full, content, List.of(whole(content)));
        }
    }

    /**
     * Returns the media type of a file.
     *
     * @param name the name of the file
     * @return the type for the extension, with {@code charset=utf-8} for text; {@code application/octet-stream} if the
     *     extension is unknown
     */
    public static String mediaType(final String name) {
        return MediaTypes.of(name);
    }

    private static FilePart whole(final FileContent content) {
        return new FilePart(NOTHING, 0, content.size());
    }

    /**
     * Returns the {@code Last-Modified} of the head, or that of the file if the head has none. It is never in the
     * future (RFC 9110, 8.8.2.1).
     */
    private static Instant lastModified(final FileHead head, final FileContent content) {
        final String own = head.text("Last-Modified");
        final Long seconds = own == null ? null : HttpDate.seconds(own);
        if (seconds != null) {
            return Instant.ofEpochSecond(seconds);
        }
        final Instant now = Instant.now();
        return content.lastModified().isAfter(now) ? now : content.lastModified();
    }

    /** Returns the entity tag. It is weak while the file may still change without a new modification time. */
    static String tag(final FileContent content, final String suffix) {
        final Instant modified = content.lastModified();
        final String opaque = "\"" + Long.toHexString(modified.getEpochSecond()) + "-"
                + Integer.toHexString(modified.getNano()) + "-" + Long.toHexString(content.size()) + suffix + "\"";
        return modified.plusSeconds(UNSETTLED_SECONDS).isAfter(Instant.now()) ? "W/" + opaque : opaque;
    }

    private static void sendRanges(
            final Exchange exchange,
            final FileHead head,
            final FileContent content,
            final String type,
            final List<ByteRange> ranges) {
        head.setStatus(206);
        if (ranges.size() == 1) {
            final ByteRange one = ranges.get(0);
            head.set("Content-Range", contentRange(one, content));
            exchange.response().sendFile(head, content, List.of(new FilePart(NOTHING, one.first(), one.length())));
            return;
        }
        final String boundary = boundary();
        head.set("Content-Type", "multipart/byteranges; boundary=" + boundary);
        final List<FilePart> parts = new ArrayList<>();
        for (final ByteRange each : ranges) {
            final String before = (parts.isEmpty() ? "" : "\r\n") + "--" + boundary + "\r\nContent-Type: " + type
                    + "\r\nContent-Range: " + contentRange(each, content) + "\r\n\r\n";
            parts.add(new FilePart(ascii(before), each.first(), each.length()));
        }
        parts.add(new FilePart(ascii("\r\n--" + boundary + "--\r\n"), 0, 0));
        exchange.response().sendFile(head, content, parts);
    }

    private static String contentRange(final ByteRange range, final FileContent content) {
        return "bytes " + range.first() + "-" + range.last() + "/" + content.size();
    }

    /** A random boundary, which therefore does not occur in the file. */
    private static String boundary() {
        return UUID.randomUUID().toString();
    }

    private static Buffer ascii(final String text) {
        return Buffer.buffer(text, StandardCharsets.ISO_8859_1.name());
    }
}
