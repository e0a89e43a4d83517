package org.jzenith.benchmark.micro;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Asks a server the same again and again over the loopback interface, many times in one write, so that the kernel's part
 * is small. It allocates nothing while it asks: the bytes of a request are the server's.
 */
final class Client implements AutoCloseable {

    private static final int FIRST_ONES = 2_000;

    private final Socket socket;
    private final byte[] requests;
    private final byte[] answers = new byte[256 * 1024];
    private final int lengthOfAll;

    private final int status;

    private Client(final Socket socket, final String request, final int status, final int depth) throws IOException {
        this.socket = socket;
        this.status = status;
        this.requests = request.repeat(depth).getBytes(StandardCharsets.US_ASCII);
        this.lengthOfAll = depth * lengthOfOne(request.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Connects to a server of this machine.
     *
     * @param depth the number of requests in one write
     */
    static Client of(final int port, final String path, final int depth) throws IOException {
        return of(port, get(path, ""), 200, depth);
    }

    /**
     * Connects to a server of this machine.
     *
     * @param request its head and body
     * @param status the status of the answers
     * @param depth the number of requests in one write
     */
    static Client of(final int port, final String request, final int status, final int depth) throws IOException {
        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        return new Client(socket, request, status, depth);
    }

    /** A request with further headers, each of which ends its line. */
    static String get(final String path, final String headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n" + headers + "\r\n";
    }

    /** The length must not change from answer to answer, so the first ones, which count up an id, are let by. */
    private int lengthOfOne(final byte[] request) throws IOException {
        int length = 0;
        for (int i = 0; i < FIRST_ONES; i++) {
            socket.getOutputStream().write(request);
            length = readOne();
        }
        return length;
    }

    private int readOne() throws IOException {
        final InputStream in = socket.getInputStream();
        int length = 0;
        while (true) {
            length += in.read(answers, length, answers.length - length);
            final String text = new String(answers, 0, length, StandardCharsets.US_ASCII);
            if (!text.startsWith("HTTP/1.1 " + status + ' ')) {
                throw new IOException("The answer is '" + text + "'.");
            }
            if (text.endsWith("\r\n0\r\n\r\n")) {
                return length; // the last chunk
            }
            final int end = text.indexOf("\r\n\r\n");
            final int header = text.toLowerCase(Locale.ROOT).indexOf("content-length: ");
            if (end >= 0 && header >= 0) {
                final int digits = header + "content-length: ".length();
                final int whole = end + 4 + Integer.parseInt(text.substring(digits, text.indexOf('\r', digits)));
                if (length >= whole) {
                    return whole;
                }
            }
        }
    }

    /** Asks as often as the depth says, and reads all answers; returns their length. */
    int ask() throws IOException {
        final OutputStream out = socket.getOutputStream();
        out.write(requests);
        final InputStream in = socket.getInputStream();
        int length = 0;
        while (length < lengthOfAll) {
            final int read = in.read(answers, length, answers.length - length);
            if (read < 0) {
                throw new IOException("The server has closed the connection.");
            }
            length += read;
        }
        return length;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
