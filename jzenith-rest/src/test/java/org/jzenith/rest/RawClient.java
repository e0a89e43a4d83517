package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends whatever bytes it is given. */
final class RawClient implements AutoCloseable {

    private static final int LIMIT_MILLIS = 15_000;
    private static final int POLL_MILLIS = 5;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private RawClient(final Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    static RawClient to(final RunningServer server) throws IOException {
        return over(Transport.connect(server, "http/1.1"));
    }

    static RawClient over(final Socket socket) throws IOException {
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawClient(socket);
    }

    RawClient send(final String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(final byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Sends the bytes after a pause, so that the server reads them by themselves. */
    RawClient sendLater(final byte[] bytes, final int pauseMillis) throws Exception {
        Thread.sleep(pauseMillis);
        return send(bytes);
    }

    /** Returns true if there is a byte to read, or the end; waits up to 5 ms for it. */
    boolean isAnswered() throws IOException {
        socket.setSoTimeout(POLL_MILLIS);
        in.mark(1);
        try {
            in.read();
            in.reset();
            return true;
        } catch (final SocketTimeoutException e) {
            return false;
        } finally {
            socket.setSoTimeout(LIMIT_MILLIS);
        }
    }

    /** Reads bytes that a test knows already. */
    RawClient skip(final long bytes) throws IOException {
        in.skipNBytes(bytes);
        return this;
    }

    /** All that comes until the server closes, or fails when it does not close in time. */
    String untilClose() throws IOException {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (final java.net.SocketException e) {
            all.writeBytes("\n<reset>".getBytes(StandardCharsets.US_ASCII));
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** Head and body of one answer with a Content-Length; empty if the server closed instead. */
    String answer() throws IOException {
        final StringBuilder head = new StringBuilder();
        try {
            while (!head.toString().endsWith("\r\n\r\n")) {
                final int next = in.read();
                if (next < 0) {
                    return head.toString();
                }
                head.append((char) next);
            }
            return head + new String(in.readNBytes(length(head.toString())), StandardCharsets.ISO_8859_1);
        } catch (final java.net.SocketException e) {
            return head.toString();
        }
    }

    String headOnly() throws IOException {
        final StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            final int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** One chunk, without its length. */
    String chunk() throws IOException {
        final int length = Integer.parseInt(line(), 16);
        final String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        assertThat(line()).isEmpty();
        return text;
    }

    /** The next line, without its end. */
    String line() throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            assertThat(next).isNotNegative();
            line.append((char) next);
        }
        return line.toString().strip();
    }

    InputStream in() {
        return in;
    }

    private static int length(final String head) {
        for (final String line : head.toLowerCase(Locale.ROOT).split("\r\n")) {
            if (line.startsWith("content-length:")) {
                return Integer.parseInt(
                        line.substring("content-length:".length()).strip());
            }
        }
        return 0;
    }

    /** Closes the connection before the end of the test. */
    void leave() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
