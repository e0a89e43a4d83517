package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A WebSocket through the development mode, with a restart in between. */
final class WebSocketRestartTest {

    @TempDir
    private Path directory;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private WebSocket connect(final DevelopedProject project) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://localhost:" + project.port() + "/echo"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(
                            final WebSocket socket, final CharSequence data, final boolean last) {
                        events.add(data.toString());
                        socket.request(1);
                        return null;
                    }

                    @Override
                    public CompletionStage<?> onClose(final WebSocket socket, final int code, final String reason) {
                        events.add("closed " + code + " " + reason);
                        return null;
                    }

                    @Override
                    public void onError(final WebSocket socket, final Throwable error) {
                        events.add("lost " + error);
                    }
                })
                .join();
    }

    private String next() throws InterruptedException {
        return events.poll(60, TimeUnit.SECONDS);
    }

    @Test
    void aRestartClosesItWith1012AndANewOneIsServedByTheNewCode() throws Exception {
        final DevelopedProject project = DevelopedProject.of(directory, """
                JZenith.application(args).withPlugins(
                    RestPlugin.withResources(Hello.class),
                    org.jzenith.websocket.WebSocketPlugin.create().at("/echo", socket -> socket.texts()
                        .map(text -> org.jzenith.websocket.WebSocketMessage.text("old " + text)))).run();
                """);
        project.build();
        project.start();
        try {
            project.awaitLog("Development mode:");
            final WebSocket socket = connect(project);
            socket.sendText("one", true).join();
            assertThat(next()).isEqualTo("old one");
            project.edit("src/main/java/shop/Shop.java", "\"old \"", "\"new \"");
            assertThat(next()).isEqualTo("closed 1012 The server restarts.");
            final WebSocket again = connect(project);
            again.sendText("two", true).join();
            assertThat(next()).isEqualTo("new two");
            again.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
            assertThat(next()).isEqualTo("closed 1000 ");
        } finally {
            project.close();
        }
    }
}
