package org.jzenith.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketPlugin;

/** The JVM that answers the Autobahn test suite: an echo at {@code /echo}, with compression and messages of 16 MiB. */
public final class WebSocketEcho {

    private WebSocketEcho() {}

    /**
     * Starts the echo.
     *
     * @param arguments the file that gets the port
     * @throws IOException if it cannot be written
     */
    public static void main(final String... arguments) throws IOException {
        final RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(), WebSocketPlugin.create().at("/echo", WebSocket::messages))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.max-buffered-responses", "200M")
                .withConfiguration("websocket.compression.enabled", true)
                .withConfiguration("websocket.max-buffered-messages", "200M")
                .withConfiguration("websocket.max-frame-size", "17M")
                .withConfiguration("websocket.max-message-size", "17M")
                .run();
        final Path file = Path.of(arguments[0]);
        final Path written = Path.of(arguments[0] + ".new");
        Files.writeString(written, application.port() + "\n");
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
