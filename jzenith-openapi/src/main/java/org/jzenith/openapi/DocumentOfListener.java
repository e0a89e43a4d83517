package org.jzenith.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import jakarta.validation.Validator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.openapi.internal.configuration.OpenApiConfiguration;
import org.jzenith.openapi.internal.document.ApiDescription;
import org.jzenith.openapi.internal.document.ApiDocument;
import org.jzenith.openapi.internal.document.MountedRoute;
import org.jzenith.rest.access.AuthenticationSchemes;
import org.jzenith.rest.access.MountAccess;
import org.jzenith.rest.pipeline.ResourceMethods;

/**
 * The document of one listener, created by the first request for it. In development mode each request creates it again, because the routes
 * of a mount may have changed. Safe for use by many threads.
 */
final class DocumentOfListener {

    private final Provider<Injector> injector;
    private final ListenerName listener;
    private final boolean hasServers;
    private final boolean isKept = DevelopmentSession.current().isEmpty();
    private @Nullable ObjectNode made;

    /** @param hasServers true if {@code openapi.servers} are the URLs of this listener */
    DocumentOfListener(final Provider<Injector> injector, final ListenerName listener, final boolean hasServers) {
        this.injector = injector;
        this.listener = listener;
        this.hasServers = hasServers;
    }

    /** Returns the document. The first call creates it, which is slow. */
    synchronized ObjectNode get() {
        if (made == null || !isKept) {
            made = make(injector.get());
        }
        return made;
    }

    /** Returns true if the document is created only once, so not in development mode. */
    boolean isKept() {
        return isKept;
    }

    private ObjectNode make(final Injector objects) {
        final OpenApiConfiguration settings = objects.getInstance(OpenApiConfiguration.class);
        final Binding<AuthenticationSchemes> schemes = objects.getExistingBinding(Key.get(AuthenticationSchemes.class));
        return ApiDocument.of(
                new ApiDescription(
                        settings.title(),
                        settings.apiVersion(),
                        settings.version().equals("3.2") ? "3.2.0" : "3.1.1",
                        hasServers ? settings.servers().orElse(List.of()) : List.of()),
                ResourceMethods.of(objects, listener).orElseThrow(),
                HttpMounts.routes(objects, listener).stream()
                        .map(part -> new MountedRoute(
                                part, MountAccess.of(objects).flatMap(known -> known.access(listener.plugin(), part))))
                        .toList(),
                schemes == null ? List.of() : schemes.getProvider().get().all(),
                objects.getInstance(ObjectMapper.class),
                objects.getInstance(Validator.class));
    }
}
