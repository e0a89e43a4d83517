package org.jzenith.http.body;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Decodes {@code gzip} (RFC 1952) and {@code deflate} (RFC 1950). */
final class InflateDecoder implements ContentDecoder {

    /** The window and tables of zlib. */
    static final int MEMORY = 40 * 1024;

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
    private final Inflater inflater;
    private final CRC32 checksum = new CRC32();
    private final byte[] field = new byte[FIXED_HEADER];
    private byte[] piece = {};
    private int at;
    private State state;
    private int fieldLength;
    private int flags;
    private int toSkip;

    InflateDecoder(final boolean gzip) {
        this.gzip = gzip;
        this.inflater = new Inflater(gzip);
        this.state = gzip ? State.HEADER : State.DATA;
    }

    @Override
    public void offer(final byte[] next) {
        piece = next;
        at = 0;
    }

    @Override
    public int decode(final byte[] target) {
        while (at < piece.length || state == State.DATA) {
            if (state == State.DATA) {
                final int count = inflate(target);
                if (count > 0) {
                    return count;
                }
                if (state == State.DATA) {
                    break; // needs input
                }
            } else {
                readField(piece[at++]);
            }
        }
        return 0;
    }

    private int inflate(final byte[] target) {
        if (inflater.needsInput() && at < piece.length) {
            inflater.setInput(piece, at, piece.length - at);
            at = piece.length;
        }
        final int count;
        try {
            count = inflater.inflate(target);
        } catch (final DataFormatException e) {
            throw ContentDecoder.damaged();
        }
        if (count == 0 && inflater.needsDictionary()) {
            throw ContentDecoder.damaged();
        }
        if (gzip) {
            checksum.update(target, 0, count);
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
            default -> throw ContentDecoder.damaged(); // something follows
        }
    }

    private void beginMember() {
        flags = field[3] & 0xff;
        if (field[0] != 0x1f || field[1] != (byte) 0x8b || field[2] != 8 || (flags & RESERVED) != 0) {
            throw ContentDecoder.damaged();
        }
        nextField();
    }

    /** Reads the optional fields in their order; each clears its flag. */
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

    /** Another gzip member may follow (RFC 1952, 2.2). */
    private void endMember() {
        if (number(0, 4) != (int) checksum.getValue() || number(4, 4) != (int) inflater.getBytesWritten()) {
            throw ContentDecoder.damaged();
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

    @Override
    public boolean isWhole() {
        return gzip ? state == State.HEADER && fieldLength == 0 : state == State.END;
    }

    @Override
    public void end() {
        inflater.end();
    }
}
