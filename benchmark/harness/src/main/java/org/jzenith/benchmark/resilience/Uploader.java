package org.jzenith.benchmark.resilience;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client with one connection, which sends one request and reads its answer. */
final class Uploader implements AutoCloseable {

    private static final int PIECE = 64 * 1024;
    private static final byte[] FILLING = new byte[PIECE];

    static {
        Arrays.fill(FILLING, (byte) 'a');
    }

    private final Socket socket = new Socket();

    Uploader(final InetSocketAddress address, final int limitMillis) throws IOException {
        try {
            socket.connect(address, limitMillis);
            socket.setSoTimeout(limitMillis);
        } catch (final IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Returns the status of the answer. */
    int get(final String path) throws IOException {
        write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        return status();
    }

    /** Sends a document of one long string; returns the status of the answer, which may come before the end. */
    int post(final String path, final int bytes) throws IOException {
        try {
            send(path, bytes, bytes);
        } catch (final IOException e) {
            return statusOrBroken(e);
        }
        return status();
    }

    private int statusOrBroken(final IOException sending) throws IOException {
        try {
            return status();
        } catch (final IOException e) {
            e.addSuppressed(sending);
            throw e;
        }
    }

    /** Sends a part of a document, so that the server waits for the rest. */
    void send(final String path, final int bytes, final int part) throws IOException {
        final String begin = "{\"email\":null,\"name\":\"";
        final String end = "\"}";
        write("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + bytes + "\r\n\r\n" + begin);
        final OutputStream out = socket.getOutputStream();
        int left = part - begin.length() - end.length();
        while (left > 0) {
            out.write(FILLING, 0, Math.min(left, PIECE));
            left -= PIECE;
        }
        if (part == bytes) {
            write(end);
        }
    }

    private void write(final String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private int status() throws IOException {
        final InputStream in = socket.getInputStream();
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed without an answer");
            }
            line.write(next);
        }
        final int status =
                Integer.parseInt(line.toString(StandardCharsets.US_ASCII).split(" ", 3)[1]);
        in.transferTo(OutputStream.nullOutputStream());
        return status;
    }

    void closeQuietly() {
        try {
            socket.close();
        } catch (final IOException e) {
            System.getLogger(Uploader.class.getName()).log(System.Logger.Level.DEBUG, "Closing a connection", e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
