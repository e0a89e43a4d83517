package org.jzenith.http.accesslog;

/** The standard output, which other threads use too. */
final class StandardOutput implements LineOutput {

    @Override
    public void write(final LineBuffer lines, final int count) {
        System.out.write(lines.content().array(), 0, lines.length());
        System.out.flush();
    }
}
