package org.jzenith.http.accesslog;

import java.nio.charset.StandardCharsets;

/** The standard output, which other threads use too. */
final class StandardOutput implements LineOutput {

    @Override
    public void write(final String lines, final int count) {
        final byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }
}
