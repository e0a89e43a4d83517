package org.jzenith.javascript.internal.request;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.javascript.internal.load.LoadedRealm;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.route.ScriptRoute;
import org.jzenith.javascript.script.ScriptApi;

/** Handles the requests of a mount by the routes of its files. */
public final class ScriptHandler implements RequestHandler {

    private final ScriptServer server;
    private final ErrorResponses errors;
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
        this.errors = new ErrorResponses(server);
        this.mapper = mapper;
        apis.forEach(api -> this.apis.put(api.name(), api));
    }

    @Override
    public Task task(final Exchange exchange) {
        final StartException broken = server.broken();
        if (broken != null) {
            return () -> errors.fail(exchange, new ScriptException(String.valueOf(broken.getMessage()), "", null));
        }
        final LoadedRealm loaded = server.realm(exchange.eventLoop());
        return loaded.routes().task(exchange, match -> task(exchange, loaded, match));
    }

    /** Returns the task for a route, when the guards have let it pass. The files may have been reloaded meanwhile. */
    private Task task(final Exchange exchange, final LoadedRealm chosen, final MountRoutes.Match<ScriptRoute> passed) {
        final LoadedRealm loaded = server.realm(exchange.eventLoop());
        final MountRoutes.Match<ScriptRoute> match =
                loaded.equals(chosen) ? passed : loaded.routes().find(exchange.request());
        if (match == null || !access(match).equals(access(passed))) {
            return () -> exchange.response()
                    .sendProblem(503, "The handler was reloaded with different access rules. Send the request again.");
        }
        return new ScriptTask(this, exchange, loaded.realm(), match.handler(), match.pathParameters());
    }

    /** Returns what guards know about a route. */
    private static List<Object> access(final MountRoutes.Match<ScriptRoute> match) {
        final MountRoute route = Objects.requireNonNull(match.part().route());
        return List.of(match.part().template(), route.permitsAll(), route.roles());
    }

    ErrorResponses errors() {
        return errors;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    Map<String, ScriptApi> apis() {
        return apis;
    }
}
