package org.jzenith.rest.express;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jzenith.core.Application;

/** A client on one connection that is kept as long as the server keeps it. */
final class Wire implements AutoCloseable {

    private static final int LIMIT_MILLIS = 20_000;

    /** Each failure that clients are not told about has another. */
    private static final Pattern ERROR_ID = Pattern.compile("\"id\":\"[0-9a-f]{16}\"");

    private final Application application;
    private Socket socket;
    private InputStream in;

    /** All of an answer that two servers should have in common. */
    record Answer(String status, Map<String, List<String>> headers, String body) {}

    Wire(final Application application) throws IOException {
        this.application = application;
        connect();
    }

    private void connect() throws IOException {
        socket = new Socket("localhost", application.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LIMIT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    void send(final String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    Answer receive(final boolean head) throws IOException {
        final String status = line();
        final Map<String, List<String>> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            final int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), missing -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        headers.remove("date");
        final boolean bodiless = head || status.contains(" 204 ") || status.contains(" 304 ");
        final String body = bodiless ? "" : body(headers);
        if (headers.getOrDefault("connection", List.of()).contains("close") || status.startsWith("HTTP/1.0 ")) {
            socket.close();
            connect();
        }
        return new Answer(status, headers, ERROR_ID.matcher(body).replaceAll("\"id\":0"));
    }

    private String body(final Map<String, List<String>> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            final int length = Integer.parseInt(headers.get("content-length").get(0));
            return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        }
        if (!headers.containsKey("transfer-encoding")) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        final StringBuilder body = new StringBuilder();
        for (int length = Integer.parseInt(line(), 16); length > 0; length = Integer.parseInt(line(), 16)) {
            body.append(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
            line();
        }
        line();
        return body.toString();
    }

    private String line() throws IOException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The server closed the connection after \"" + line + "\".");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
