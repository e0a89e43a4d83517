package org.jzenith.json.internal.stream;

import java.util.Arrays;

/** The bytes of an unfinished element from earlier pieces. */
final class UnfinishedBytes {

    private static final int FIRST = 256;

    private final int most;
    private byte[] bytes = {};
    private int length;

    UnfinishedBytes(final int most) {
        this.most = most;
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return bytes;
    }

    void clear() {
        length = 0;
    }

    /** Returns the memory that further bytes need in addition to what is already reserved. */
    int missingRoom(final int further) {
        final long needed = (long) length + further;
        return needed <= bytes.length
                ? 0
                : (int) Math.min(most, Math.max(Math.max(FIRST, needed), 2L * bytes.length)) - bytes.length;
    }

    void add(final byte[] piece, final int from, final int to) {
        final int missing = missingRoom(to - from);
        if (missing > 0) {
            bytes = Arrays.copyOf(bytes, bytes.length + missing);
        }
        System.arraycopy(piece, from, bytes, length, to - from);
        length += to - from;
    }

    /** Returns these bytes followed by those of a piece. */
    byte[] followedBy(final byte[] piece, final int from, final int to) {
        final byte[] all = Arrays.copyOf(bytes, length + to - from);
        System.arraycopy(piece, from, all, length, to - from);
        return all;
    }
}
