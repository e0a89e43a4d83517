package org.jzenith.rest;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.rest.dispatch.Routes;
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

    private RestPlugin(final Routes routes) {
        this.routes = routes;
    }

    /**
     * Begins a plugin.
     *
     * @param resources classes with {@code @Path}
     * @return a plugin with these resources
     */
    public static RestPlugin withResources(final Class<?>... resources) {
        return new RestPlugin(Routes.none().withResources(List.of(resources)));
    }

    /**
     * Adds what changes or supports the handling of requests: filters, interceptors, exception mappers, features, body
     * readers and writers, parameter converters.
     *
     * @param providers classes, which Guice makes once
     * @return a plugin with these providers too
     */
    public RestPlugin withProviders(final Class<?>... providers) {
        return new RestPlugin(routes.withProviders(List.of(providers)));
    }

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public List<Module> modules() {
        return List.of(new RestModule(routes));
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
