package org.jzenith.rest.link;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.UriInfo;
import java.io.Serializable;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ResourceMethods;

/**
 * Creates the URIs of resource methods, for {@code Location}, {@code Link} and the fields of documents. Inject it; for the listener
 * {@code rest.admin}, inject it with {@code @Named("admin")}:
 *
 * <pre>{@code
 * return orders.create(data)
 *         .map(order -> TypedResponse.of(order).withLocation(links.to(OrderResource::get, order.id())));
 * }</pre>
 *
 * <p>The compiler checks the name of the method and the types of its arguments, and a renamed method keeps its links. Arguments for path,
 * query and matrix parameters become parts of the URI; those for other parameters, such as a body, are ignored and may be null. A null
 * argument leaves out its query or matrix parameter; a collection or an array repeats the parameter. Path parameters of sub-resource
 * locators get the values of the current request.
 *
 * <p>The URIs start with the address to which the client has sent the current request, even behind a trusted proxy. Safe for use by many
 * threads.
 */
@Singleton
public final class Links {

    private final Provider<ResourceMethods> methods;
    private final Provider<UriInfo> request;

    /** The routes by the class of the method reference. Java creates one class for each place in the code. */
    private final Map<Class<?>, LinkedMethod> known = new ConcurrentHashMap<>();

    @Inject
    private Links(final Provider<ResourceMethods> methods, final Provider<UriInfo> request) {
        this.methods = methods;
        this.request = request;
    }

    /**
     * Returns the URI of a method without parameters.
     *
     * @param method a reference such as {@code OrderResource::list}
     * @param <R> the class of the resource
     * @return an absolute URI
     * @throws IllegalArgumentException if it is not a reference to a method of a registered resource
     */
    public <R> URI to(final Method0<R> method) {
        return uri(method);
    }

    /**
     * Returns the URI of a method with one parameter.
     *
     * @param method a reference such as {@code OrderResource::get}
     * @param first the argument of its first parameter
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @return an absolute URI
     * @throws IllegalArgumentException if {@code method} does not refer to a method of a registered resource, or a path parameter is null
     */
    public <R, A extends @Nullable Object> URI to(final Method1<R, A> method, final A first) {
        return uri(method, first);
    }

    /**
     * Returns the URI of a method with two parameters.
     *
     * @param method a reference such as {@code OrderResource::list}
     * @param first the argument of its first parameter
     * @param second the argument of its second parameter
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @param <B> the type of the second parameter
     * @return an absolute URI
     * @throws IllegalArgumentException if {@code method} does not refer to a method of a registered resource, or a path parameter is null
     */
    public <R, A extends @Nullable Object, B extends @Nullable Object> URI to(
            final Method2<R, A, B> method, final A first, final B second) {
        return uri(method, first, second);
    }

    /**
     * Returns the URI of a method with three parameters.
     *
     * @param method a reference such as {@code OrderResource::list}
     * @param first the argument of its first parameter
     * @param second the argument of its second parameter
     * @param third the argument of its third parameter
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @param <B> the type of the second parameter
     * @param <C> the type of the third parameter
     * @return an absolute URI
     * @throws IllegalArgumentException if {@code method} does not refer to a method of a registered resource, or a path parameter is null
     */
    public <R, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object> URI to(
            final Method3<R, A, B, C> method, final A first, final B second, final C third) {
        return uri(method, first, second, third);
    }

    /**
     * Returns the URI of a method with four parameters.
     *
     * @param method a reference such as {@code OrderResource::list}
     * @param first the argument of its first parameter
     * @param second the argument of its second parameter
     * @param third the argument of its third parameter
     * @param fourth the argument of its fourth parameter
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @param <B> the type of the second parameter
     * @param <C> the type of the third parameter
     * @param <D> the type of the fourth parameter
     * @return an absolute URI
     * @throws IllegalArgumentException if {@code method} does not refer to a method of a registered resource, or a path parameter is null
     */
    public <
                    R,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            URI to(final Method4<R, A, B, C, D> method, final A first, final B second, final C third, final D fourth) {
        return uri(method, first, second, third, fourth);
    }

    private URI uri(final Serializable method, final @Nullable Object... arguments) {
        final List<@Nullable Object> all = Arrays.asList(arguments);
        return known.computeIfAbsent(
                        method.getClass(),
                        type -> LinkedMethod.of(method, methods.get().all()))
                .uri(request.get(), all);
    }

    /**
     * A reference to a method without parameters.
     *
     * @param <R> the class of the resource
     */
    @FunctionalInterface
    public interface Method0<R> extends Serializable {

        /**
         * Is never called: {@link Links} only reads the name of the method.
         *
         * @param resource the resource
         * @throws Throwable as the method does
         */
        void call(R resource) throws Throwable;
    }

    /**
     * A reference to a method with one parameter.
     *
     * @param <R> the class of the resource
     * @param <A> the type of the parameter
     */
    @FunctionalInterface
    public interface Method1<R, A extends @Nullable Object> extends Serializable {

        /**
         * Is never called: {@link Links} only reads the name of the method.
         *
         * @param resource the resource
         * @param first the argument
         * @throws Throwable as the method does
         */
        void call(R resource, A first) throws Throwable;
    }

    /**
     * A reference to a method with two parameters.
     *
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @param <B> the type of the second parameter
     */
    @FunctionalInterface
    public interface Method2<R, A extends @Nullable Object, B extends @Nullable Object> extends Serializable {

        /**
         * Is never called: {@link Links} only reads the name of the method.
         *
         * @param resource the resource
         * @param first the first argument
         * @param second the second argument
         * @throws Throwable as the method does
         */
        void call(R resource, A first, B second) throws Throwable;
    }

    /**
     * A reference to a method with three parameters.
     *
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @param <B> the type of the second parameter
     * @param <C> the type of the third parameter
     */
    @FunctionalInterface
    public interface Method3<R, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            extends Serializable {

        /**
         * Is never called: {@link Links} only reads the name of the method.
         *
         * @param resource the resource
         * @param first the first argument
         * @param second the second argument
         * @param third the third argument
         * @throws Throwable as the method does
         */
        void call(R resource, A first, B second, C third) throws Throwable;
    }

    /**
     * A reference to a method with four parameters.
     *
     * @param <R> the class of the resource
     * @param <A> the type of the first parameter
     * @param <B> the type of the second parameter
     * @param <C> the type of the third parameter
     * @param <D> the type of the fourth parameter
     */
    @FunctionalInterface
    public interface Method4<
                    R,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            extends Serializable {

        /**
         * Is never called: {@link Links} only reads the name of the method.
         *
         * @param resource the resource
         * @param first the first argument
         * @param second the second argument
         * @param third the third argument
         * @param fourth the fourth argument
         * @throws Throwable as the method does
         */
        void call(R resource, A first, B second, C third, D fourth) throws Throwable;
    }
}
