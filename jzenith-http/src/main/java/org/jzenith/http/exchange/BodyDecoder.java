package org.jzenith.http.exchange;

import io.vertx.core.buffer.Buffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes the body of one request that has the Content-Encoding {@code gzip} (RFC 1952) or {@code deflate} (RFC 1950). It
 * makes as much as it is asked for, so that a small body never becomes a large one in memory. For one thread at a time.
 */
final class BodyDecoder {

    /** What the decoder takes beside what it makes: the window and tables of zlib. */
    static final int MEMORY = 40 * 1024;

    private static final int MOST = 16 * 1024;

    /** Less is not judged by its ratio. */
    private static final long UNJUDGED = 1024 * 1024;

    private static final int TOO_LARGE = 413;

    private static final int FIXED_HEADER = 10;
    private static final int TRAILER = 8;
    private static final int HEADER_CHECKSUM = 1 << 1;
    private static final int EXTRA = 1 << 2;
    private static final int NAME = 1 << 3;
    private static final int COMMENT = 1 << 4;
    private static final int RESERVED = 0xe0;

    private enum State {
        HEADER,
        EXTRA_LENGTH,
        SKIP,
        TEXT,
        DATA,
        TRAILER,
        END
    }

    private final boolean gzip;
    private final int maxRatio;
    private final Inflater inflater;
    private final CRC32 checksum = new CRC32();
    private final byte[] made = new byte[MOST];
    private final byte[] field = new byte[FIXED_HEADER];
    private byte[] piece = {};
    private int at;
    private State state;
    private int fieldLength;
    private int flags;
    private int toSkip;
    private boolean begun;
    private long encoded;
    private long decoded;

    /** @param maxRatio bytes that a byte may become on average, beyond the first mebibyte */
    BodyDecoder(final boolean gzip, final int maxRatio) {
        this.gzip = gzip;
        this.maxRatio = maxRatio;
        this.inflater = new Inflater(gzip);
        this.state = gzip ? State.HEADER : State.DATA;
    }

    /** Takes the next piece, after {@link #next} has said that one is needed. */
    void offer(final byte[] next) {
        piece = next;
        at = 0;
        encoded += next.length;
        if (next.length > 0) {
            begun = true;
        }
    }

    /** The bytes that were offered. */
    long encoded() {
        return encoded;
    }

    /** The bytes that were made. */
    long decoded() {
        return decoded;
    }

    /**
     * Makes at most 16 KiB.
     *
     * @return empty if the next piece is needed
     * @throws MalformedRequestException if the body is damaged or becomes too large
     */
    Buffer next() {
        while (at < piece.length || state == State.DATA) {
            if (state == State.DATA) {
                final int count = inflate();
                if (count > 0) {
                    return Buffer.buffer(count).appendBytes(made, 0, count);
                }
                if (state == State.DATA) {
                    break; // needs input
                }
            } else {
                readField(piece[at++]);
            }
        }
        return Buffer.buffer(0);
    }

    private int inflate() {
        if (inflater.needsInput() && at < piece.length) {
            inflater.setInput(piece, at, piece.length - at);
            at = piece.length;
        }
        final int count;
        try {
            count = inflater.inflate(made);
        } catch (final DataFormatException e) {
            throw damaged();
        }
        if (count == 0 && inflater.needsDictionary()) {
            throw damaged();
        }
        decoded += count;
        if (decoded > UNJUDGED && decoded / maxRatio > encoded) {
            throw new MalformedRequestException(TOO_LARGE, "The body becomes too large when it is decoded.");
        }
        if (gzip) {
            checksum.update(made, 0, count);
        }
        if (inflater.finished()) {
            at = piece.length - inflater.getRemaining();
            fieldLength = 0;
            state = gzip ? State.TRAILER : State.END;
        }
        return count;
    }

    private void readField(final byte b) {
        switch (state) {
            case HEADER -> {
                field[fieldLength++] = b;
                if (fieldLength == FIXED_HEADER) {
                    beginMember();
                }
            }
            case EXTRA_LENGTH -> {
                field[fieldLength++] = b;
                if (fieldLength == 2) {
                    skip(number(0, 2), flags & ~EXTRA);
                }
            }
            case SKIP -> {
                if (--toSkip == 0) {
                    nextField();
                }
            }
            case TEXT -> {
                if (b == 0) {
                    nextField();
                }
            }
            case TRAILER -> {
                field[fieldLength++] = b;
                if (fieldLength == TRAILER) {
                    endMember();
                }
            }
            default -> throw damaged(); // something follows
        }
    }

    private void beginMember() {
        flags = field[3] & 0xff;
        if (field[0] != 0x1f || field[1] != (byte) 0x8b || field[2] != 8 || (flags & RESERVED) != 0) {
            throw damaged();
        }
        nextField();
    }

    /** The optional fields, in their order; each takes its flag away. */
    private void nextField() {
        fieldLength = 0;
        if ((flags & EXTRA) != 0) {
            state = State.EXTRA_LENGTH;
        } else if ((flags & NAME) != 0) {
            flags &= ~NAME;
            state = State.TEXT;
        } else if ((flags & COMMENT) != 0) {
            flags &= ~COMMENT;
            state = State.TEXT;
        } else if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2, flags & ~HEADER_CHECKSUM);
        } else {
            state = State.DATA;
        }
    }

    private void skip(final int count, final int rest) {
        flags = rest;
        toSkip = count;
        state = State.SKIP;
        if (count == 0) {
            nextField();
        }
    }

    /** A further member may follow (RFC 1952, 2.2). */
    private void endMember() {
        if (number(0, 4) != (int) checksum.getValue() || number(4, 4) != (int) inflater.getBytesWritten()) {
            throw damaged();
        }
        inflater.reset();
        checksum.reset();
        fieldLength = 0;
        state = State.HEADER;
    }

    private int number(final int from, final int count) {
        int value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << 8) | (field[from + i] & 0xff);
        }
        return value;
    }

    /**
     * There is no further piece.
     *
     * @throws MalformedRequestException if the body is not whole
     */
    void finish() {
        final boolean isWhole = gzip ? state == State.HEADER && fieldLength == 0 : state == State.END;
        if (begun && !isWhole) {
            throw damaged();
        }
    }

    private static MalformedRequestException damaged() {
        return new MalformedRequestException("The body cannot be decoded.");
    }

    /** Releases what zlib holds outside of the heap. */
    void end() {
        inflater.end();
    }
}
