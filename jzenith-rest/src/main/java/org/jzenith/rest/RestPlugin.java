package org.jzenith.rest;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.ws.rs.core.Application;

/**
 * Factory methods for {@link RestApi}, the plugin that serves HTTP with Jakarta REST resources:
 *
 * <pre>{@code
 * RestPlugin.withResources(UserResource.class)
 *           .withMapping(NoSuchUserException.class, 404)
 * }</pre>
 */
@CheckReturnValue
public final class RestPlugin {

    private RestPlugin() {}

    /**
     * Creates a plugin.
     *
     * @return a plugin without resources
     */
    public static RestApi create() {
        return new RestApi("");
    }

    /**
     * Creates a plugin for a further listener of the same application:
     *
     * <pre>{@code
     * RestPlugin.named("admin").withResources(UsageResource.class)
     * }</pre>
     *
     * <p>Its settings are {@code rest.admin.port} and so on. Its address in {@code Endpoints} is {@code rest.admin}.
     *
     * @param qualifier lower-case letters, digits and hyphens
     * @return a plugin without resources
     */
    public static RestApi named(final String qualifier) {
        return new RestApi(qualifier);
    }

    /**
     * Creates a plugin with resources.
     *
     * @param resources classes with {@code @Path}
     * @return a plugin with these resources
     */
    public static RestApi withResources(final Class<?>... resources) {
        return create().withResources(resources);
    }

    /**
     * Creates a plugin with a Jakarta REST application: its classes and singletons become resources and providers, and its
     * {@code @ApplicationPath} is the prefix of every path.
     *
     * @param application a class with a constructor without parameters
     * @return a plugin with this application
     * @throws IllegalArgumentException if the class cannot be instantiated
     */
    public static RestApi withApplication(final Class<? extends Application> application) {
        return create().withApplication(application);
    }

    /**
     * Creates a plugin with a Jakarta REST application: its classes and singletons become resources and providers, and its
     * {@code @ApplicationPath} is the prefix of every path.
     *
     * @param application asked once for its classes, singletons and properties
     * @return a plugin with this application
     */
    public static RestApi withApplication(final Application application) {
        return create().withApplication(application);
    }
}
