package org.jzenith.security.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import org.jzenith.core.context.Identity;

/**
 * Adds roles or attributes to the identity that a mechanism has found, for example the roles in a table of the application:
 *
 * <pre>{@code
 * SecurityPlugin.create().withAugmentor(RolesInTable.class)
 * }</pre>
 *
 * <p>Augmentors run one after the other, in the order in which they were added, before the permissions are checked. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface IdentityAugmentor {

    /**
     * Augments an identity. Called on an event loop for each request with credentials, or once in {@code security.augmentation.cache-time}
     * for equal identities; must not block. When a client uses a ticket, its identity is already augmented. The result can
     * arrive on any thread. jZenith disposes it when the client disconnects and at the request's deadline.
     *
     * @param identity the identity of the mechanism, or of the augmentor before this one
     * @return a changed copy, for example {@code identity.withRoles(..)}, or the same identity. If it fails with a {@link
     *     WrongCredentialsException}, for example because the user is locked, the client gets a 401. Another error becomes a 500, or a 503
     *     if it is a {@link org.jzenith.core.problem.TemporarilyUnavailable}
     */
    @CheckReturnValue
    Single<Identity> augment(Identity identity);

    /**
     * Returns the binder to which a plugin's module adds augmentors.
     *
     * @param binder the module's binder
     * @return all augmentors of the application
     */
    static Multibinder<IdentityAugmentor> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, IdentityAugmentor.class);
    }
}
