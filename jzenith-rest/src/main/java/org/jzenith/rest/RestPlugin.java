package org.jzenith.rest;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.rest.dispatch.Routes;
import org.jzenith.rest.error.ErrorMapping;
import org.jzenith.rest.server.RestServer;

/**
 * Answers HTTP with Jakarta REST resources.
 *
 * <pre>{@code
 * RestPlugin.withResources(UserResource.class)
 *           .withMapping(NoSuchUserException.class, 404)
 * }</pre>
 *
 * <p>Immutable: every method returns a plugin with the addition. Resources and providers are made by Guice; an unscoped
 * resource is made for each request.
 */
public final class RestPlugin implements Plugin {

    private final Routes routes;
    private final List<ErrorMapping> mappings;

    private RestPlugin(final Routes routes, final List<ErrorMapping> mappings) {
        this.routes = routes;
        this.mappings = mappings;
    }

    /**
     * Begins a plugin.
     *
     * @param resources classes with {@code @Path}
     * @return a plugin with these resources
     */
    public static RestPlugin withResources(final Class<?>... resources) {
        return new RestPlugin(Routes.none().withResources(List.of(resources)), List.of());
    }

    /**
     * Adds what changes or supports the handling of requests: filters, interceptors, exception mappers, features, body
     * readers and writers, parameter converters.
     *
     * @param providers classes, which Guice makes once
     * @return a plugin with these providers too
     */
    public RestPlugin withProviders(final Class<?>... providers) {
        return new RestPlugin(routes.withProviders(List.of(providers)), mappings);
    }

    /**
     * Answers an exception with a status. The mapping of the nearest superclass counts, of two for the same class the
     * later one; mappings are asked before the framework's own table and after the exception mappers among the
     * providers.
     *
     * @param type the exception; its subclasses are meant too
     * @param status an HTTP error status, 400 to 599
     * @return a plugin with this mapping too
     */
    public RestPlugin withMapping(final Class<? extends Throwable> type, final int status) {
        return withMapping(new ErrorMapping(type, status, null));
    }

    /**
     * Answers an exception with a status and a sentence.
     *
     * @param type the exception; its subclasses are meant too
     * @param status an HTTP error status, 400 to 599
     * @param detail a sentence for the client; the exception's own message is never shown
     * @return a plugin with this mapping too
     */
    public RestPlugin withMapping(final Class<? extends Throwable> type, final int status, final String detail) {
        return withMapping(new ErrorMapping(type, status, detail));
    }

    private RestPlugin withMapping(final ErrorMapping mapping) {
        final List<ErrorMapping> all = new ArrayList<>(mappings);
        all.add(mapping);
        return new RestPlugin(routes, List.copyOf(all));
    }

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public List<Module> modules() {
        return List.of(new RestModule(routes, mappings));
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(RestConfiguration.class);
    }

    @Override
    public Completable open(final Injector injector) {
        return injector.getInstance(RestServer.class).open();
    }

    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(RestServer.class).close();
    }
}
