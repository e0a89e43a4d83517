package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A client of the inspector, as Chrome DevTools are. For one thread. */
final class DevTools implements AutoCloseable, WebSocket.Listener {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final BlockingQueue<JsonNode> arrived = new LinkedBlockingQueue<>();
    private final List<JsonNode> seen = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable WebSocket socket;
    private int last;

    private DevTools() {}

    static DevTools connect(final URI address) throws Exception {
        final DevTools tools = new DevTools();
        tools.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, tools)
                .get(20, TimeUnit.SECONDS);
        return tools;
    }

    @Override
    public @Nullable CompletionStage<?> onText(final WebSocket from, final CharSequence part, final boolean isLast) {
        text.append(part);
        if (isLast) {
            try {
                arrived.add(JSON.readTree(text.toString()));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    /** Sends a command, and returns its result. */
    JsonNode call(final String method, final Map<String, ?> parameters) throws Exception {
        final int id = ++last;
        assertThat(socket).isNotNull();
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true);
        final JsonNode result = event(message -> message.path("id").asInt() == id);
        assertThat(result.has("error")).as("%s", result).isFalse();
        return result;
    }

    /** Returns the first message that fits and was not returned before. */
    JsonNode event(final Predicate<JsonNode> condition) throws InterruptedException {
        for (final JsonNode each : seen) {
            if (condition.test(each)) {
                seen.remove(each);
                return each;
            }
        }
        while (true) {
            final JsonNode next = arrived.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("a message after %s", seen).isNotNull();
            if (condition.test(next)) {
                return next;
            }
            seen.add(next);
        }
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        }
    }
}
