package org.jzenith.http.handler;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.http.write.ResponseHead;

/** Answers below a path of the listener of another plugin. */
final class GreetingPlugin implements Plugin {

    private final String name;
    private final String path;
    private final String listener;

    GreetingPlugin(final String name, final String path, final String listener) {
        this.name = name;
        this.path = path;
        this.listener = listener;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String qualifier() {
        return name.substring(name.indexOf('.') + 1).equals(name) ? "" : name.substring(name.indexOf('.') + 1);
    }

    @Override
    public Set<String> requires() {
        return Set.of(listener);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                HttpMount.binder(binder())
                        .addBinding()
                        .toInstance(HttpMount.at(path, name, GreetingPlugin.this::greet)
                                .onListenerOf(listener));
            }
        });
    }

    private RequestHandler.Task greet(final Exchange exchange) {
        return () -> {
            if (exchange.request().relativePath().equals("/broken")) {
                throw new IllegalStateException("broken");
            }
            if (exchange.request().relativePath().equals("/malformed")) {
                throw new MalformedRequestException("It is malformed.");
            }
            if (exchange.request().relativePath().equals("/later")) {
                return;
            }
            exchange.response()
                    .send(
                            ResponseHead.of(201, Map.of("Content-Type", "text/plain", "Greeted", "yes")),
                            Buffer.buffer(name + " [" + exchange.request().basePath() + "]["
                                    + exchange.request().relativePath() + "]"));
        };
    }
}
