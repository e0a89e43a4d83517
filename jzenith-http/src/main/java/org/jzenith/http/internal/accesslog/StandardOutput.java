package org.jzenith.http.internal.accesslog;

import java.nio.charset.StandardCharsets;

/** The standard output, which other threads use too. */
final class StandardOutput implements LineOutput {

    @Override
    public void write(final String lines, final int count) {
        System.out.writeBytes(lines.getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }
}
