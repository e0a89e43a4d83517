package org.jzenith.rest.internal.deployment;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jzenith.core.RunningApplication;

/** A client on one connection, which it opens again when the server has closed it. */
final class ConnectedClient implements AutoCloseable {

    private static final int LIMIT_MILLIS = 20_000;

    private final RunningApplication application;
    private Socket socket;
    private InputStream in;

    ConnectedClient(final RunningApplication application) throws IOException {
        this.application = application;
        connect();
    }

    private void connect() throws IOException {
        socket = new Socket("localhost", application.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LIMIT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a request as often as it says, at once as long as the connection stays open. */
    List<ComparedAnswer> answers(final ComparedRequest request, final int times) throws IOException {
        final List<ComparedAnswer> answers = new ArrayList<>();
        while (answers.size() < times) {
            final String all = request.toString().repeat(times - answers.size());
            socket.getOutputStream().write(all.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            boolean isOpen = true;
            while (isOpen && answers.size() < times) {
                isOpen = receive(request, answers);
            }
            if (!isOpen) {
                socket.close();
                connect();
            }
        }
        return answers;
    }

    /** False if the connection ends with this answer. */
    private boolean receive(final ComparedRequest request, final List<ComparedAnswer> answers) throws IOException {
        final int status = Integer.parseInt(line().split(" ")[1]);
        final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            final int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon), missing -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        final boolean hasNoBody = request.isHead() || status == 204 || status == 205 || status == 304;
        answers.add(ComparedAnswer.of(status, headers, hasNoBody ? "" : body(headers), request.isHead()));
        return !headers.getOrDefault("Connection", List.of()).contains("close");
    }

    private String body(final Map<String, List<String>> headers) throws IOException {
        if (headers.containsKey("Content-Length")) {
            final int length = Integer.parseInt(headers.get("Content-Length").get(0));
            return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        }
        if (!headers.containsKey("Transfer-Encoding")) {
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
