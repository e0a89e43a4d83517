package org.jzenith.http.handler;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Set;

/**
 * Decides about each request of a listener before any handler sees it. This includes requests for resources,
 * {@linkplain HttpMount mounts} such as static files and WebSockets, health, and unknown paths. A plugin contributes it in one of
 * its modules:
 *
 * <pre>{@code
 * ListenerGuard.binder(binder()).addBinding().to(TokenGuard.class);
 * }</pre>
 *
 * <p>The guards of a listener are asked one after the other, in the order of {@code withPlugins(..)}, until one refuses. Malformed
 * requests, CORS preflights and requests of a refused origin get their responses before any guard is asked. Many threads may call a
 * guard at the same time.
 */
@FunctionalInterface
public interface ListenerGuard {

    /** Lets a request pass at once. A guard with nothing to decide should return this instance, because jZenith then need not subscribe. */
    Single<GuardDecision> PASS = Single.just(GuardDecision.pass());

    /**
     * Decides about a request. Called on the event loop, in the context of the request, before the body is read; must not
     * block. The decision may come on any thread. The {@code Single} is disposed when the client disconnects or the
     * request's deadline passes.
     *
     * @param request the head of the request; its base path is empty, because no handler has been chosen
     * @return passes or refuses the request; an error leads to a 500
     */
    @CheckReturnValue
    Single<GuardDecision> check(ServerRequest request);

    /**
     * Decides about a request that a mount or a {@linkplain HttpMount#withParts part} of a mount, such as a WebSocket, is about
     * to handle. Called after {@link #check(ServerRequest)}, with the same rules. It is not called for resources, whose access is
     * checked by a step of the resource method.
     *
     * @param request the head of the request
     * @param part the mount or its part
     * @param pathParameters the decoded values of the part's template; empty for a mount
     * @return passes or refuses the request; passes it unless overridden
     */
    @CheckReturnValue
    default Single<GuardDecision> check(
            final ServerRequest request, final MountPart part, final Map<String, String> pathParameters) {
        return PASS;
    }

    /**
     * Decides about a request for a path without a handler, before it gets a 404. Called on the event loop; must not block.
     *
     * @param request the head of the request
     * @return a refusal, or a pass, after which the client gets the 404; passes unless overridden
     */
    default GuardDecision checkUnknownPath(final ServerRequest request) {
        return GuardDecision.pass();
    }

    /**
     * Adds authentication challenges to a handler's refusal of an anonymous client.
     *
     * @param refusal a refusal with the status 401
     * @return a refusal with {@code WWW-Authenticate}; the unchanged refusal unless overridden
     */
    default GuardDecision withChallenges(final GuardDecision refusal) {
        return refusal;
    }

    /**
     * Returns the access annotations on handlers of mounts and their parts that this guard enforces. Startup fails if a handler has an
     * access annotation that no guard enforces.
     *
     * @return empty unless overridden
     */
    default Set<Class<? extends Annotation>> enforcedAnnotations() {
        return Set.of();
    }

    /**
     * Returns true if this guard enforces the {@linkplain MountRoute#roles roles of routes}. Startup fails if a route has roles and no
     * guard enforces roles.
     *
     * @return false unless overridden
     */
    default boolean enforcesRoles() {
        return false;
    }

    /**
     * Returns true if this guard may authenticate users in a way that jZenith does not know. If no guard does, startup warns of rules
     * that no user of the known mechanisms can satisfy.
     *
     * @return true unless overridden
     */
    default boolean mayNameUsers() {
        return true;
    }

    /**
     * Returns the guarded listener. Startup fails if the application does not have this listener.
     *
     * @return the main listener unless the guard says otherwise; {@link ListenerName#ALL} for all listeners
     */
    default ListenerName listener() {
        return ListenerName.MAIN;
    }

    /**
     * Returns this guard for the listener of another plugin.
     *
     * @param other the name of the plugin that opens the listener, for example {@code rest.admin}, or {@code *} for all
     *     listeners
     * @return a guard for that listener
     */
    default ListenerGuard onListenerOf(final String other) {
        final ListenerGuard guard = this;
        final ListenerName listener = new ListenerName(other);
        return new ListenerGuard() {
            @Override
            public Single<GuardDecision> check(final ServerRequest request) {
                return guard.check(request);
            }

            @Override
            public Single<GuardDecision> check(
                    final ServerRequest request, final MountPart part, final Map<String, String> pathParameters) {
                return guard.check(request, part, pathParameters);
            }

            @Override
            public GuardDecision checkUnknownPath(final ServerRequest request) {
                return guard.checkUnknownPath(request);
            }

            @Override
            public GuardDecision withChallenges(final GuardDecision refusal) {
                return guard.withChallenges(refusal);
            }

            @Override
            public Set<Class<? extends Annotation>> enforcedAnnotations() {
                return guard.enforcedAnnotations();
            }

            @Override
            public boolean enforcesRoles() {
                return guard.enforcesRoles();
            }

            @Override
            public boolean mayNameUsers() {
                return guard.mayNameUsers();
            }

            @Override
            public ListenerName listener() {
                return listener;
            }

            @Override
            public String toString() {
                return guard.toString();
            }
        };
    }

    /**
     * Returns the guards of the application, to which a module adds its own.
     *
     * @param binder the module's binder
     * @return the set of all guards of the application
     */
    static Multibinder<ListenerGuard> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, ListenerGuard.class);
    }
}
