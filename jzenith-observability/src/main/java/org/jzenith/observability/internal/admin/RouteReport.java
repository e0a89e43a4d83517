package org.jzenith.observability.internal.admin;

import com.google.inject.Injector;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzenith.core.Endpoints;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;

/** The resource methods of all listeners, and who may call them. */
final class RouteReport {

    private RouteReport() {}

    static JsonArray of(final Injector injector) {
        final JsonArray json = new JsonArray();
        ListenerName.all(injector.getInstance(Endpoints.class)).stream()
                .flatMap(listener -> ResourceMethods.of(injector, listener).stream())
                .flatMap(methods -> methods.all().stream())
                .forEach(route -> json.add(json(route)));
        return json;
    }

    private static JsonObject json(final MethodRoute route) {
        return new JsonObject()
                .put("listener", route.plugin())
                .put(
                        "method",
                        route.method().isLocator()
                                ? "locator"
                                : String.join(" ", route.method().httpMethods()))
                .put("template", route.template())
                .put("java", route.method().toString())
                .put("access", route.access().map(RouteReport::text).orElse("no rule"))
                .put("steps", String.join(", ", route.steps()));
    }

    private static String text(final RouteAccess access) {
        final String who = access.isAnonymousAllowed()
                ? "everyone"
                : access.roles().isEmpty()
                        ? "every user"
                        : access.roles().stream().map(Set::toString).collect(Collectors.joining(" and ", "roles ", ""));
        return access.isConditional() ? who + ", with conditions" : who;
    }
}
