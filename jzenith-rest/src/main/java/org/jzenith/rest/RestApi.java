package org.jzenith.rest;

import com.google.errorprone.annotations.CheckReturnValue;
import io.vertx.core.http.HttpServerOptions;
import jakarta.ws.rs.core.Application;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.http.internal.listener.ListenerSetup;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.internal.error.Errors;

/**
 * Describes a plugin that serves HTTP with Jakarta REST resources. {@link RestPlugin} creates the description:
 *
 * <pre>{@code
 * RestPlugin.withResources(UserResource.class)
 *           .withMapping(NoSuchUserException.class, 404)
 * }</pre>
 *
 * <p>Immutable: every method returns a plugin with the addition. Resources and providers are created by Guice and need no binding; an
 * unscoped resource is created for each request, a provider once.
 */
@CheckReturnValue
public final class RestApi implements PluginSource {

    private final Components components;
    private final ListenerSetup setup;

    RestApi(final String qualifier) {
        this(Components.NONE, new ListenerSetup(RestConfiguration.class, qualifier, List.of()));
    }

    private RestApi(final Components components, final ListenerSetup setup) {
        this.components = components;
        this.setup = setup;
    }

    private RestApi with(final Components changed) {
        return new RestApi(changed, setup);
    }

    /**
     * Adds resources.
     *
     * @param resources classes with {@code @Path}
     * @return a plugin with these resources too
     */
    public RestApi withResources(final Class<?>... resources) {
        return with(components.withResources(List.of(resources)));
    }

    /**
     * Adds a Jakarta REST application, as {@link #withApplication(Application)} does.
     *
     * @param application a class with a constructor without parameters
     * @return a plugin with this application too
     * @throws IllegalArgumentException if the class cannot be instantiated
     */
    public RestApi withApplication(final Class<? extends Application> application) {
        return withApplication(ApplicationComponents.instantiate(application));
    }

    /**
     * Adds a Jakarta REST application: its classes and singletons become resources and providers, and its {@code @ApplicationPath} is the
     * prefix of every path. A plugin has one application: the last one that you add.
     *
     * @param application asked once for its classes, singletons and properties
     * @return a plugin with this application too
     */
    public RestApi withApplication(final Application application) {
        return with(ApplicationComponents.add(components, application));
    }

    /**
     * Registers Jakarta REST providers: filters, interceptors, exception mappers, features, body readers and writers,
     * parameter converters.
     *
     * @param providers classes, which Guice creates once, or objects
     * @return a plugin with these providers too
     */
    public RestApi withProviders(final Object... providers) {
        return with(components.withProviders(List.of(providers)));
    }

    /**
     * Adds the features that {@code META-INF/services} names: classes that implement {@code jakarta.ws.rs.core.Feature} or
     * {@code jakarta.ws.rs.container.DynamicFeature} (Jakarta REST 3.1, section 4.1.2). This method looks them up, with the context class
     * loader of the calling thread and the class loader of Jakarta REST. A Jakarta REST application can enable the same by setting its
     * property {@code jakarta.ws.rs.loadServices} to {@code true}.
     *
     * @return a plugin with these features too
     * @throws org.jzenith.core.problem.StartException if one of them cannot be loaded
     */
    public RestApi withServices() {
        return with(ApplicationComponents.addServices(components));
    }

    /**
     * Maps an exception, and its subclasses, to a status. The most specific mapping applies. It takes precedence over jZenith's default
     * response.
     *
     * @param type the exception that resources throw or emit
     * @param status 400 to 599
     * @return a plugin with this mapping too
     * @throws IllegalArgumentException if the status is not an error
     */
    public RestApi withMapping(final Class<? extends Throwable> type, final int status) {
        return with(components.withMapping(new Errors.Mapping(type, status, null)));
    }

    /**
     * Maps an exception, and its subclasses, to a status and a sentence.
     *
     * @param type the exception that resources throw or emit
     * @param status 400 to 599
     * @param detail the sentence for the client, who never sees the exception's message
     * @return a plugin with this mapping too
     * @throws IllegalArgumentException if the status is not an error
     */
    public RestApi withMapping(final Class<? extends Throwable> type, final int status, final String detail) {
        return with(components.withMapping(new Errors.Mapping(type, status, detail)));
    }

    /**
     * Maps an exception, and its subclasses, to a problem that depends on it.
     *
     * <pre>{@code
     * .withMapping(OutOfCreditException.class, e -> Problem.of(403).withMember("balance", e.balance()))
     * }</pre>
     *
     * @param <E> the type of the exception
     * @param type the exception that resources throw or emit
     * @param problem creates the response, on the thread of the failure; must not block. If it fails, the client gets a 500
     * @return a plugin with this mapping too
     */
    public <E extends Throwable> RestApi withMapping(final Class<E> type, final Function<? super E, Problem> problem) {
        return with(components.withMapping(Errors.Mapping.of(type, problem)));
    }

    /**
     * Customizes the options of Vert.x's HTTP server:
     *
     * <pre>{@code
     * .withServerOptions(options -> options.setTcpKeepAlive(true).setAcceptBacklog(4096))
     * }</pre>
     *
     * <p>These options override settings such as {@code rest.port}.
     *
     * @param change called once at startup with the options from the settings; several changes run in order. Startup fails if a change
     *     throws or enables TLS
     * @return a plugin with this change too
     */
    public RestApi withServerOptions(final Consumer<HttpServerOptions> change) {
        return new RestApi(components, setup.withOptionChange(change));
    }

    @Override
    public Plugin plugin() {
        return new RestPhases(components, setup);
    }
}
