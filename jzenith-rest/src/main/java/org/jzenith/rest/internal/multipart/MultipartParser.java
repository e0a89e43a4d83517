package org.jzenith.rest.internal.multipart;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.rest.internal.entity.ContentTypes;

/**
 * Takes a body apart (RFC 2046, 5.1.1), piece by piece, in time that is linear in its length. It keeps of the pieces what may
 * be the start of a boundary, and the headers of one part. For one thread at a time.
 */
final class MultipartParser {

    /** The result of {@link #next}. */
    enum Event {
        /** All that was offered is looked through. */
        MORE,
        /** A part starts: {@link #head}. */
        PART,
        /** A piece of the content: {@link #content}. */
        CONTENT,
        /** The content of the part has ended. */
        PART_END
    }

    private enum State {
        PREAMBLE,
        BEHIND_BOUNDARY,
        PADDING,
        HEADERS,
        BEGIN_OF_CONTENT,
        CONTENT,
        EPILOGUE
    }

    private static final byte CR = '\r';
    private static final byte LF = '\n';
    private static final byte DASH = '-';
    private static final int LINE_END = 2;

    private final byte[] delimiter;
    private final MultipartLimits limits;
    private State state = State.PREAMBLE;

    /** The line that starts the body may be a boundary, so a line end is set before it. */
    private ByteBuf data = Unpooled.copiedBuffer("\r\n", StandardCharsets.US_ASCII);

    private byte[] bytes = data.array();
    private int position;
    private int end = bytes.length;

    /** The position from which the end of the headers is searched. */
    private int scanned;

    private long total;
    private long skipped;
    private long partLength;
    private int parts;
    private @Nullable PartHead head;
    private @Nullable Buffer content;

    MultipartParser(final String boundary, final MultipartLimits limits) {
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
        this.limits = limits;
    }

    /** Adds a piece of the body, when all before is looked through. */
    void offer(final Buffer piece) {
        total += piece.length();
        if (total > limits.maxTotal()) {
            throw Refusal.tooLarge(
                    "max-total-size", null, "Together, the parts are larger than " + limits.maxTotal() + " bytes.");
        }
        scanned -= position;
        final int left = end - position;
        final ByteBuf arrived = VertxHttp.bytesOf(piece);
        if (left == 0 && arrived.hasArray()) {
            data = arrived;
        } else {
            final int size = left + piece.length();
            data = Unpooled.buffer(size, size).writeBytes(bytes, position, left).writeBytes(arrived);
        }
        bytes = data.array();
        position = data.arrayOffset() + data.readerIndex();
        end = position + data.readableBytes();
        scanned += position;
    }

    /** Looks on. */
    Event next() {
        @Nullable Event found = null;
        while (found == null) {
            found = switch (state) {
                case PREAMBLE -> preamble();
                case BEHIND_BOUNDARY -> behindBoundary();
                case PADDING -> padding();
                case HEADERS -> headers();
                case BEGIN_OF_CONTENT -> beginOfContent();
                case CONTENT -> inContent();
                case EPILOGUE -> epilogue();
            };
        }
        return found;
    }

    /** The body has ended: it must be complete. */
    void end() {
        if (state != State.EPILOGUE) {
            throw Refusal.malformed("The body ends before its closing boundary.");
        }
    }

    /** Returns the headers of the part that has started. */
    PartHead head() {
        return Objects.requireNonNull(head, "No part has started.");
    }

    /** The piece that was found. */
    Buffer content() {
        return Objects.requireNonNull(content, "No content was found.");
    }

    /** Skips bytes before the first boundary or behind the last one. */
    private void skip(final int count) {
        skipped += count;
        position += count;
        if (skipped > limits.maxHeader()) {
            throw Refusal.tooLarge(
                    "max-header-size",
                    null,
                    "More than " + limits.maxHeader() + " bytes of the body are outside its parts.");
        }
    }

    private @Nullable Event preamble() {
        final int at = delimiterOrBegin();
        skip(at - position);
        if (isDelimiter(at)) {
            position += delimiter.length;
            state = State.BEHIND_BOUNDARY;
            return null;
        }
        return Event.MORE;
    }

    private Event epilogue() {
        skip(end - position);
        return Event.MORE;
    }

    private @Nullable Event behindBoundary() {
        if (end - position < 2) {
            return Event.MORE;
        }
        if (bytes[position] == DASH && bytes[position + 1] == DASH) {
            state = State.EPILOGUE;
        } else {
            scanned = position;
            state = State.PADDING;
        }
        return null;
    }

    /** Spaces may follow a boundary, and nothing else. */
    private @Nullable Event padding() {
        while (position < end && (bytes[position] == ' ' || bytes[position] == '\t')) {
            skip(1);
        }
        if (end - position < LINE_END) {
            return Event.MORE;
        }
        if (bytes[position] != CR || bytes[position + 1] != LF) {
            throw Refusal.malformed("A line of the body starts with the boundary, but other characters follow it.");
        }
        scanned = position;
        state = State.HEADERS;
        return null;
    }

    /** The position is at the end of the line with the boundary. */
    private @Nullable Event headers() {
        for (int i = scanned; i + 2 * LINE_END <= end; i++) {
            if (bytes[i] == CR && bytes[i + 1] == LF && bytes[i + 2] == CR && bytes[i + 3] == LF) {
                if (i - position > limits.maxHeader()) {
                    throw headersTooLarge();
                }
                begin(PartHead.read(bytes, position + LINE_END, i + LINE_END, parts + 1));
                position = i + LINE_END;
                state = State.BEGIN_OF_CONTENT;
                return Event.PART;
            }
            scanned = i + 1;
        }
        if (end - position > limits.maxHeader() + 2L * LINE_END) {
            throw headersTooLarge();
        }
        return Event.MORE;
    }

    private RuntimeException headersTooLarge() {
        return Refusal.tooLarge(
                "max-header-size",
                null,
                "The headers of part " + (parts + 1) + " are larger than " + limits.maxHeader() + " bytes.");
    }

    private void begin(final PartHead found) {
        parts++;
        if (parts > limits.maxParts()) {
            throw Refusal.tooLarge(
                    "max-parts", found.name(), "The body has more than " + limits.maxParts() + " parts.");
        }
        head = found;
        partLength = 0;
    }

    /** A part without content may end with the line end that ends its headers. */
    private @Nullable Event beginOfContent() {
        int same = LINE_END;
        while (same < delimiter.length && position + same < end && bytes[position + same] == delimiter[same]) {
            same++;
        }
        if (same == delimiter.length) {
            return endPart();
        }
        if (position + same == end) {
            return Event.MORE;
        }
        position += LINE_END;
        state = State.CONTENT;
        return null;
    }

    private Event inContent() {
        final int at = delimiterOrBegin();
        if (at > position) {
            content = VertxHttp.bufferOf(bytes, position, at - position);
            partLength += at - position;
            position = at;
            if (partLength > limits.maxPart()) {
                final String name = head().name();
                throw Refusal.tooLarge(
                        "max-part-size",
                        name,
                        "The part '" + ContentTypes.shown(name) + "' is larger than " + limits.maxPart() + " bytes.");
            }
            return Event.CONTENT;
        }
        return isDelimiter(at) ? endPart() : Event.MORE;
    }

    private Event endPart() {
        position += delimiter.length;
        state = State.BEHIND_BOUNDARY;
        return Event.PART_END;
    }

    private boolean isDelimiter(final int at) {
        return end - at >= delimiter.length;
    }

    /** The next delimiter, or what may become one when more is offered, or the end of what is there. */
    private int delimiterOrBegin() {
        final byte[] all = bytes;
        int i = position;
        while (i < end) {
            if (all[i] != CR) {
                i++;
                continue;
            }
            int same = 1;
            while (same < delimiter.length && i + same < end && all[i + same] == delimiter[same]) {
                same++;
            }
            if (same == delimiter.length || i + same == end) {
                return i;
            }
            i += same; // a delimiter has no other CR than its first byte
        }
        return i;
    }
}
