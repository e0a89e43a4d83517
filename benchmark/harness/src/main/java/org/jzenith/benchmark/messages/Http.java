package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Requests on a connection of their own each. */
final class Http {

    /** No answer in time, in place of a status. */
    static final int HUNG = -1;

    /** The connection was refused or ended, in place of a status. */
    static final int FAILED = 0;

    private Http() {}

    /**
     * A response.
     *
     * @param status the status, {@link #HUNG} or {@link #FAILED}
     * @param body its text
     */
    record Reply(int status, String body) {}

    static Reply get(final int port, final String path, final int limitMillis) {
        return send(port, "GET " + path, limitMillis);
    }

    static Reply post(final int port, final String path, final int limitMillis) {
        return send(port, "POST " + path, limitMillis);
    }

    private static Reply send(final int port, final String line, final int limitMillis) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(limitMillis);
            socket.getOutputStream().write(head(line, "Content-Length: 0\r\nConnection: close\r\n"));
            final String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            final int body = all.indexOf("\r\n\r\n");
            return body < 0
                    ? new Reply(FAILED, "")
                    : new Reply(Integer.parseInt(all.substring(9, 12)), all.substring(body + 4));
        } catch (final SocketTimeoutException e) {
            return new Reply(HUNG, "");
        } catch (final IOException e) {
            return new Reply(FAILED, "");
        }
    }

    static byte[] head(final String line, final String headers) {
        return (line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
