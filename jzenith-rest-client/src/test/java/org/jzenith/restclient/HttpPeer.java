package org.jzenith.restclient;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The service's side of a connection, over HTTP/1.1 or HTTP/2, without any care for what is allowed. Used by one thread. */
interface HttpPeer {

    /** The client has ended a request before its response was complete. */
    final class LeftException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Waits for the next request; false at the end of the connection. */
    boolean request() throws IOException;

    /** Sends the head of a response; names and values alternate. */
    void head(int status, String... headers) throws IOException;

    /** Sends a piece of the body, as soon as the client's window has room. */
    void data(byte[] piece) throws IOException;

    /** Ends the response. */
    void end() throws IOException;

    /** Breaks the response off: with HTTP/2 the stream is reset, with HTTP/1.1 the connection. */
    void breakOff() throws IOException;

    /** Sends the beginning of a head, and not its end. */
    void beginHead() throws IOException;

    /** Adds a header to a head that does not end. */
    void moreHead(String name, String value) throws IOException;

    /** Announces the end of the connection without the response. */
    void goAway() throws IOException;

    /** Waits until the client ends the request. */
    void awaitEnd() throws IOException;

    RawPeer.Conversation connection();

    default void data(final String piece) throws IOException {
        data(piece.getBytes(StandardCharsets.UTF_8));
    }

    static HttpPeer of(final RawPeer.Conversation connection, final boolean http2) throws IOException {
        return http2 ? new Http2(connection) : new Http1(connection);
    }

    /** HTTP/1.1. A response without Content-Length is sent in chunks. */
    record Http1(RawPeer.Conversation connection, boolean[] chunked) implements HttpPeer {

        private Http1(final RawPeer.Conversation connection) {
            this(connection, new boolean[1]);
        }

        @Override
        public boolean request() throws IOException {
            return !connection.head().isEmpty();
        }

        @Override
        public void head(final int status, final String... headers) throws IOException {
            final StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Status\r\n");
            chunked[0] = status >= 200;
            for (int i = 0; i < headers.length; i += 2) {
                head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
                chunked[0] &= !headers[i].equals("content-length");
            }
            connection.send(head + (chunked[0] ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n"));
        }

        @Override
        public void data(final byte[] piece) throws IOException {
            if (chunked[0]) {
                connection.send(Integer.toHexString(piece.length) + "\r\n");
                connection.send(piece);
                connection.send("\r\n");
            } else {
                connection.send(piece);
            }
        }

        @Override
        public void end() throws IOException {
            if (chunked[0]) {
                connection.send("0\r\n\r\n");
            }
        }

        @Override
        public void breakOff() throws IOException {
            connection.reset();
        }

        @Override
        public void beginHead() throws IOException {
            connection.send("HTTP/1.1 200 OK\r\n");
        }

        @Override
        public void moreHead(final String name, final String value) throws IOException {
            connection.send(name + ": " + value + "\r\n");
        }

        @Override
        public void goAway() throws IOException {
            connection.socket.close();
        }

        @Override
        public void awaitEnd() throws IOException {
            connection.awaitEnd();
            throw new LeftException();
        }
    }

    /** HTTP/2 (RFC 9113), one request after the other; headers are not compressed. */
    final class Http2 implements HttpPeer {

        private static final int DATA = 0;
        private static final int HEADERS = 1;
        private static final int RESET = 3;
        private static final int SETTINGS = 4;
        private static final int GO_AWAY = 7;
        private static final int WINDOW = 8;
        private static final int CONTINUATION = 9;
        private static final int ACKNOWLEDGED = 1;
        private static final int END_STREAM = 1;
        private static final int END_HEADERS = 4;
        private static final int INTERNAL_ERROR = 2;
        private static final int FRAME = 16_384;

        private final RawPeer.Conversation connection;
        private int stream;
        private boolean headBegun;
        private long streamWindow;
        private long window = 65_535;

        private Http2(final RawPeer.Conversation connection) throws IOException {
            this.connection = connection;
            connection.head();
            connection.read("SM\r\n\r\n".length());
            send(SETTINGS, 0, 0, new byte[0]);
        }

        @Override
        public RawPeer.Conversation connection() {
            return connection;
        }

        private void send(final int type, final int flags, final int id, final byte[] payload) throws IOException {
            final byte[] frame = new byte[9 + payload.length];
            frame[0] = (byte) (payload.length >> 16);
            frame[1] = (byte) (payload.length >> 8);
            frame[2] = (byte) payload.length;
            frame[3] = (byte) type;
            frame[4] = (byte) flags;
            System.arraycopy(bytes(id), 0, frame, 5, 4);
            System.arraycopy(payload, 0, frame, 9, payload.length);
            connection.send(frame);
        }

        private static byte[] bytes(final int number) {
            return new byte[] {(byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number};
        }

        private static int number(final byte[] bytes, final int from, final int to) {
            int number = 0;
            for (int i = from; i < to; i++) {
                number = number << 8 | bytes[i] & 0xff;
            }
            return number;
        }

        /** Reads a frame; returns its type. Fails if the client has ended the request. */
        private int receive() throws IOException {
            final byte[] head = connection.read(9);
            final byte[] payload = connection.read(number(head, 0, 3));
            final int id = number(head, 5, 9);
            switch (head[3]) {
                case SETTINGS -> {
                    if (head[4] != ACKNOWLEDGED) {
                        send(SETTINGS, ACKNOWLEDGED, 0, new byte[0]);
                    }
                }
                case WINDOW -> {
                    if (id == 0) {
                        window += number(payload, 0, 4);
                    } else if (id == stream) {
                        streamWindow += number(payload, 0, 4);
                    }
                }
                case HEADERS -> {
                    stream = id;
                    streamWindow = 65_535;
                }
                case RESET -> {
                    if (id == stream && headBegun) {
                        throw new EOFException("The next head would be in the middle of this one.");
                    }
                    if (id == stream) {
                        stream = 0;
                        throw new LeftException();
                    }
                }
                default -> {}
            }
            return head[3];
        }

        @Override
        public boolean request() throws IOException {
            while (true) {
                try {
                    if (receive() == HEADERS) {
                        return true;
                    }
                } catch (final LeftException e) {
                    // the response was complete for this side only
                }
            }
        }

        @Override
        public void head(final int status, final String... headers) throws IOException {
            final ByteArrayOutputStream block = new ByteArrayOutputStream();
            add(block, ":status", Integer.toString(status));
            for (int i = 0; i < headers.length; i += 2) {
                add(block, headers[i].toLowerCase(Locale.ROOT), headers[i + 1]);
            }
            send(HEADERS, END_HEADERS, stream, block.toByteArray());
        }

        /** Adds a header that is neither compressed nor added to the table (RFC 7541, 6.2.2). */
        private static void add(final ByteArrayOutputStream block, final String name, final String value) {
            block.write(0);
            for (final String text : new String[] {name, value}) {
                int rest = text.length() - 0x7f;
                block.write(Math.min(0x7f, text.length()));
                for (; rest >= 0x80; rest >>= 7) {
                    block.write(rest & 0x7f | 0x80);
                }
                if (rest >= 0) {
                    block.write(rest);
                }
                block.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            }
        }

        @Override
        public void data(final byte[] piece) throws IOException {
            for (int from = 0; from < piece.length; from += FRAME) {
                final byte[] frame = Arrays.copyOfRange(piece, from, Math.min(piece.length, from + FRAME));
                while (window < frame.length || streamWindow < frame.length) {
                    receive();
                }
                window -= frame.length;
                streamWindow -= frame.length;
                send(DATA, 0, stream, frame);
            }
        }

        @Override
        public void end() throws IOException {
            send(DATA, END_STREAM, stream, new byte[0]);
        }

        @Override
        public void breakOff() throws IOException {
            send(RESET, 0, stream, bytes(INTERNAL_ERROR));
        }

        @Override
        public void beginHead() throws IOException {
            final ByteArrayOutputStream block = new ByteArrayOutputStream();
            add(block, ":status", "200");
            headBegun = true;
            send(HEADERS, 0, stream, block.toByteArray());
        }

        @Override
        public void moreHead(final String name, final String value) throws IOException {
            final ByteArrayOutputStream block = new ByteArrayOutputStream();
            add(block, name.toLowerCase(Locale.ROOT), value);
            send(CONTINUATION, 0, stream, block.toByteArray());
        }

        @Override
        public void goAway() throws IOException {
            send(GO_AWAY, 0, 0, new byte[8]);
            connection.socket.close();
        }

        @Override
        public void awaitEnd() throws IOException {
            while (true) {
                receive();
            }
        }
    }
}
