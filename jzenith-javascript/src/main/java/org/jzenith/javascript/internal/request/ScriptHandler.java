package org.jzenith.javascript.internal.request;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.javascript.internal.load.LoadedRealm;
import org.jzenith.javascript.script.ScriptApi;

/** Handles the requests of a mount by the routes of its files. */
public final class ScriptHandler implements RequestHandler {

    private final ScriptServer server;
    private final ObjectMapper mapper;
    private final Map<String, ScriptApi> apis = new LinkedHashMap<>();

    /**
     * Creates a handler.
     *
     * @param server has the realms
     * @param mapper writes Java values as JSON
     * @param apis the objects beside the request
     */
    public ScriptHandler(final ScriptServer server, final ObjectMapper mapper, final Set<ScriptApi> apis) {
        this.server = server;
        this.mapper = mapper;
        apis.forEach(api -> this.apis.put(api.name(), api));
    }

    @Override
    public Task task(final Exchange exchange) {
        final StartException broken = server.broken();
        if (broken != null) {
            return () -> exchange.response().sendProblem(500, broken.getMessage());
        }
        final LoadedRealm loaded = server.realm(exchange.eventLoop());
        return loaded.routes()
                .task(
                        exchange,
                        match -> new ScriptTask(
                                this, exchange, loaded.realm(), match.handler(), match.pathParameters()));
    }

    ScriptServer server() {
        return server;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    Map<String, ScriptApi> apis() {
        return apis;
    }
}
