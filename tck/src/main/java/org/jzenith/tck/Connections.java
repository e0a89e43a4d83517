package org.jzenith.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects each client with the application of its first request, and leaves the bytes alone. */
final class Connections {

    private static final Logger LOGGER = LoggerFactory.getLogger(Connections.class);

    private static final int BUFFER = 65_536;
    private static final Pattern TARGET = Pattern.compile("^\\S+ (?:https?://[^/]*)?(\\S+) ");
    private static final Pattern CONNECTION_HEADER =
            Pattern.compile("\r\nconnection: [^\r]*", Pattern.CASE_INSENSITIVE);
    private static final byte[] NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);

    /** The number of times that each GET is sent beforehand, so that an application has seen it. */
    private static final int REPLAY = Integer.getInteger("tck.replay", 0);

    /** Tests of which a GET changes what the next one is answered: event sources count their connections. */
    private static final Pattern COUNTED = Pattern.compile(
            "^GET \\S*/setoriginalruntime |\r\nAccept: text/event-stream\r\n", Pattern.CASE_INSENSITIVE);

    private static final int REPLAY_MILLIS = 2000;

    private Connections() {}

    static void accept(final ServerSocket front, final Function<String, @Nullable Integer> ports) {
        onThread(() -> {
            while (true) {
                try {
                    final Socket client = front.accept();
                    onThread(() -> serve(client, ports));
                } catch (final IOException e) {
                    LOGGER.warn("A connection cannot be accepted.", e);
                }
            }
        });
    }

    static void onThread(final Runnable work) {
        final Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private static void serve(final Socket accepted, final Function<String, @Nullable Integer> ports) {
        try (Socket client = accepted) {
            client.setTcpNoDelay(true);
            final byte[] first = first(client.getInputStream());
            final Matcher target = TARGET.matcher(text(first));
            final Integer port = target.find() ? ports.apply(target.group(1)) : null;
            if (port == null) {
                client.getOutputStream().write(NOT_FOUND);
                return;
            }
            try (Socket application = new Socket(InetAddress.getLoopbackAddress(), port)) {
                application.setTcpNoDelay(true);
                replay(first, port);
                application.getOutputStream().write(first);
                onThread(() -> copy(client, application, bytes -> replay(bytes, port)));
                copy(application, client, bytes -> {});
            }
        } catch (final IOException e) {
            LOGGER.debug("A connection is lost.", e);
        }
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Reads the first bytes, at least the request line. */
    private static byte[] first(final InputStream in) throws IOException {
        byte[] bytes = {};
        while (!text(bytes).contains("\r\n")) {
            final byte[] buffer = new byte[BUFFER];
            final int count = in.read(buffer);
            if (count < 0) {
                throw new IOException("The client left before its request.");
            }
            final int known = bytes.length;
            bytes = Arrays.copyOf(bytes, known + count);
            System.arraycopy(buffer, 0, bytes, known, count);
        }
        return bytes;
    }

    private interface Watcher {

        void see(byte[] bytes);
    }

    private static void copy(final Socket from, final Socket to, final Watcher watcher) {
        final byte[] buffer = new byte[BUFFER];
        try {
            final InputStream in = from.getInputStream();
            final OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                watcher.see(Arrays.copyOf(buffer, count));
                out.write(buffer, 0, count);
            }
            to.shutdownOutput();
        } catch (final IOException e) {
            close(from);
            close(to);
        }
    }

    private static void close(final Socket socket) {
        try {
            socket.close();
        } catch (final IOException e) {
            LOGGER.debug("A socket cannot be closed.", e);
        }
    }

    /** A GET that came in one piece, on connections of its own. */
    private static void replay(final byte[] bytes, final int port) {
        final String request = text(bytes);
        if (REPLAY == 0
                || !request.startsWith("GET ")
                || request.indexOf("\r\n\r\n") != request.length() - 4
                || COUNTED.matcher(request).find()) {
            return;
        }
        final String head = CONNECTION_HEADER.matcher(request).replaceAll("");
        final byte[] copy = (head.substring(0, head.length() - 2) + "Connection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int time = 0; time < REPLAY; time++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(REPLAY_MILLIS);
                socket.getOutputStream().write(copy);
                socket.getInputStream().readAllBytes();
            } catch (final IOException e) {
                return; // a resource that waits for more than this request
            }
        }
    }
}
