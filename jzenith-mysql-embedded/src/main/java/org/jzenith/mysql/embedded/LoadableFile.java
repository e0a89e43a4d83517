package org.jzenith.mysql.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies only the part of a program that the operating system loads. Nine tenths of MariaDB's server are debug information. */
final class LoadableFile {

    private static final int HEADER_BYTES = 4096;
    private static final int ELF = 0x7f454c46;
    private static final int LOAD = 1;

    private LoadableFile() {}

    static void copy(final InputStream source, final Path target) throws IOException {
        final byte[] header = source.readNBytes(HEADER_BYTES);
        long left = loadedBytes(ByteBuffer.wrap(header)) - header.length;
        try (OutputStream file = Files.newOutputStream(target)) {
            file.write(header);
            final byte[] buffer = new byte[1 << 16];
            for (int read = 0; left > 0 && read >= 0; left -= read) {
                read = source.read(buffer, 0, (int) Math.min(buffer.length, left));
                file.write(buffer, 0, Math.max(read, 0));
            }
        }
    }

    /** Returns the end of the last loaded segment of a 64-bit ELF file. For any other file, returns a number above its size. */
    private static long loadedBytes(final ByteBuffer header) {
        if (header.remaining() < HEADER_BYTES || header.getInt(0) != ELF || header.get(4) != 2) {
            return Long.MAX_VALUE;
        }
        header.order(ByteOrder.LITTLE_ENDIAN);
        final int first = Math.toIntExact(header.getLong(32));
        final int size = header.getShort(54);
        final int count = header.getShort(56);
        long end = 0;
        for (int segment = first; segment < first + count * size; segment += size) {
            if (header.getInt(segment) == LOAD) {
                end = Math.max(end, header.getLong(segment + 8) + header.getLong(segment + 32));
            }
        }
        return end;
    }
}
