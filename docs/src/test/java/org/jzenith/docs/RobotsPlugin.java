package org.jzenith.docs;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;

/** Tells search engines to stay away, on the listener of {@code RestPlugin}. */
public final class RobotsPlugin implements Plugin {

    private static final Buffer RULES = Buffer.buffer("User-agent: *\nDisallow: /\n");

    /** Creates the plugin. */
    public RobotsPlugin() {}

    @Override
    public String name() {
        return "robots";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    // region mount
    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                HttpMount.binder(binder())
                        .addBinding()
                        .toInstance(HttpMount.at(
                                "/robots.txt", name(), RobotsPlugin::answer));
            }
        });
    }

    private static RequestHandler.Task answer(final Exchange exchange) {
        return () -> {
            if (!exchange.request().relativePath().isEmpty()) {
                exchange.response().sendProblem(404, null);
            } else if (exchange.request().method().equals(HttpMethod.GET)
                    || exchange.request().method().equals(HttpMethod.HEAD)) {
                exchange.response().send("text/plain", RULES);
            } else {
                exchange.response()
                        .send(
                                ResponseHead.of(405, Map.of("Allow", "GET, HEAD")),
                                Buffer.buffer());
            }
        };
    }
    // endregion
}
