package org.jzenith.core.context;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.security.Principal;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * An authenticated user or program: its name, its roles, and further attributes such as the claims of a token.
 *
 * <pre>{@code
 * Identity.of("ann", "basic").withRoles(List.of("admin")).withAttribute("tenant", "acme")
 * }</pre>
 *
 * <p>Authentication puts it into the {@linkplain RequestContext#identity() request context}, where it follows the request to all of
 * its threads. With {@code SecurityPlugin}, a resource method can have a parameter of the type {@code Identity} or {@code
 * Optional<Identity>}. With {@code Identity}, an anonymous client gets a 401 with the challenges of the mechanisms, as with {@code
 * @Authenticated}. With {@code Optional<Identity>}, the parameter is empty for an anonymous client. Immutable.
 */
public final class Identity implements Principal {

    private final String name;
    private final String mechanism;
    private final Set<String> roles;
    private final Map<String, Object> attributes;
    private final @Nullable Instant expiry;

    private Identity(
            final String name,
            final String mechanism,
            final Set<String> roles,
            final Map<String, Object> attributes,
            final @Nullable Instant expiry) {
        this.name = name;
        this.mechanism = mechanism;
        this.roles = roles;
        this.attributes = attributes;
        this.expiry = expiry;
    }

    /**
     * Creates an identity without roles.
     *
     * @param name the name of the user or program; not blank
     * @param mechanism name of the mechanism that authenticated it, for example {@code basic} or {@code jwt}
     * @return an identity that does not expire
     * @throws IllegalArgumentException if the name is blank
     */
    public static Identity of(final String name, final String mechanism) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name of an identity is blank.");
        }
        return new Identity(name, Objects.requireNonNull(mechanism, "mechanism"), Set.of(), Map.of(), null);
    }

    /**
     * Replaces the roles.
     *
     * @param all the new roles, compared case-sensitively, as in {@code @RolesAllowed}
     * @return a changed copy
     */
    public Identity withRoles(final Collection<String> all) {
        return new Identity(
                name,
                mechanism,
                Collections.unmodifiableSet(new LinkedHashSet<>(List.copyOf(all))),
                attributes,
                expiry);
    }

    /**
     * Adds an attribute.
     *
     * @param key the key; an existing attribute with this key is replaced
     * @param value an immutable value
     * @return a changed copy
     */
    public Identity withAttribute(final String key, final Object value) {
        return withAttributes(Collections.singletonMap(key, value));
    }

    /**
     * Adds attributes.
     *
     * @param added immutable values; they replace attributes with the same keys
     * @return a changed copy
     */
    public Identity withAttributes(final Map<String, ?> added) {
        final Map<String, Object> all = new LinkedHashMap<>(attributes);
        added.forEach(
                (key, value) -> all.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value")));
        return new Identity(name, mechanism, roles, Collections.unmodifiableMap(all), expiry);
    }

    /**
     * Limits the time for which the identity is valid.
     *
     * @param expiresAt the end of this time
     * @return a changed copy
     */
    public Identity withExpiry(final Instant expiresAt) {
        return new Identity(name, mechanism, roles, attributes, Objects.requireNonNull(expiresAt, "expiresAt"));
    }

    @Override
    public String getName() {
        return name;
    }

    /**
     * Returns the mechanism.
     *
     * @return a value such as {@code basic}
     */
    public String mechanism() {
        return mechanism;
    }

    /**
     * Returns the roles.
     *
     * @return unmodifiable
     */
    public Set<String> roles() {
        return roles;
    }

    /**
     * Returns true if the identity has a role.
     *
     * @param role the role, compared case-sensitively
     * @return false for any role that is not among {@link #roles}
     */
    public boolean hasRole(final String role) {
        return roles.contains(role);
    }

    /**
     * Returns the attributes.
     *
     * @return unmodifiable; for a JWT, its claims
     */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /**
     * Finds an attribute.
     *
     * @param key its key
     * @return empty if the identity does not have it
     */
    public Optional<Object> attribute(final String key) {
        return Optional.ofNullable(attributes.get(key));
    }

    /**
     * Returns the time until which the identity is valid.
     *
     * @return empty if it does not expire
     */
    public Optional<Instant> expiry() {
        return Optional.ofNullable(expiry);
    }

    /**
     * Runs work as this identity. In the work, {@link RequestContext#identity()} returns this identity, and statements run for its tenant.
     * Use it for work that is not a request, such as a job, a consumer of messages or startup:
     *
     * <pre>{@code
     * Identity.of("invoices", "job").withAttribute("tenant", "acme").runAs(invoices.sendAll())
     * }</pre>
     *
     * <p>You can also call it inside a request; the access rules of the request are not checked again. The work has the id, the deadline
     * and the trace of the job or request, but its own objects in request scope. Call it around a transaction, not inside: a transaction
     * keeps the identity with which it has started.
     *
     * @param work the work, which is subscribed to on the subscribing thread, as this identity
     * @return ends with the work; later operators run with the previous identity
     */
    @CheckReturnValue
    public Completable runAs(final Completable work) {
        return runAs(work.<Object>toFlowable()).ignoreElements();
    }

    /**
     * Runs work as this identity; see {@link #runAs(Completable)}.
     *
     * @param work the work, which is subscribed to as this identity
     * @return the value of the work
     */
    @CheckReturnValue
    public <T> Single<T> runAs(final Single<T> work) {
        return runAs(work.toFlowable()).singleOrError();
    }

    /**
     * Runs work as this identity; see {@link #runAs(Completable)}.
     *
     * @param work the work, which is subscribed to as this identity
     * @return the value of the work
     */
    @CheckReturnValue
    public <T> Maybe<T> runAs(final Maybe<T> work) {
        return runAs(work.toFlowable()).singleElement();
    }

    /**
     * Runs work as this identity; see {@link #runAs(Completable)}.
     *
     * @param work the work; this identity subscribes to it and requests its elements
     * @return the elements of the work
     */
    @CheckReturnValue
    public <T> Flowable<T> runAs(final Flowable<T> work) {
        return new RunAs<>(this, work);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final Identity identity
                && name.equals(identity.name)
                && mechanism.equals(identity.mechanism)
                && roles.equals(identity.roles)
                && attributes.equals(identity.attributes)
                && Objects.equals(expiry, identity.expiry);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, mechanism, roles);
    }

    /** Returns the name, the mechanism and the roles. Attributes are left out, because they can be personal data. */
    @Override
    public String toString() {
        return name + " (" + mechanism + (roles.isEmpty() ? "" : ", roles " + String.join(", ", roles)) + ")";
    }

    /** Work that is subscribed to and continues as an identity. Its signals arrive in the context of its subscriber. */
    private static final class RunAs<T> extends Flowable<T> {

        private final Identity identity;
        private final Flowable<T> work;

        RunAs(final Identity identity, final Flowable<T> work) {
            this.identity = identity;
            this.work = work;
        }

        @Override
        protected void subscribeActual(final Subscriber<? super T> downstream) {
            final IdentitySubscriber<T> inside = new IdentitySubscriber<>(identity, downstream);
            inside.context.run(() -> work.subscribe(inside));
        }

        /** Passes signals to the subscriber in its own context, and requests to the work in the context of the work. */
        private static final class IdentitySubscriber<T> implements FlowableSubscriber<T>, Subscription {

            private final Subscriber<? super T> downstream;
            private final @Nullable ContextSnapshot outside = ContextSnapshot.capture();
            private final ContextSnapshot context;
            private @Nullable Subscription upstream;

            IdentitySubscriber(final Identity identity, final Subscriber<? super T> downstream) {
                this.downstream = downstream;
                this.context = ContextSnapshot.captureAs(identity);
            }

            private void leave(final Runnable signal) {
                if (outside == null) {
                    RequestContext.runOutside(signal);
                } else {
                    outside.run(signal);
                }
            }

            @Override
            public void onSubscribe(final Subscription begun) {
                upstream = begun;
                leave(() -> downstream.onSubscribe(this));
            }

            @Override
            public void onNext(final T value) {
                leave(() -> downstream.onNext(value));
            }

            @Override
            public void onError(final Throwable error) {
                leave(() -> downstream.onError(error));
            }

            @Override
            public void onComplete() {
                leave(downstream::onComplete);
            }

            @Override
            public void request(final long count) {
                final Subscription begun = upstream;
                if (begun != null) {
                    context.run(() -> begun.request(count));
                }
            }

            @Override
            public void cancel() {
                final Subscription begun = upstream;
                if (begun != null) {
                    context.run(begun::cancel);
                }
            }
        }
    }
}
