package org.jzenith.security.password;

import io.reactivex.Maybe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Users of a store of the application. Safe for use by many threads. */
final class UsersInStore implements UserSource {

    private static final Logger LOGGER = LoggerFactory.getLogger(UserStore.class);

    private final UserStore store;
    private final Decoys decoys;

    UsersInStore(final UserStore store, final Decoys decoys) {
        this.store = store;
        this.decoys = decoys;
    }

    @Override
    public Maybe<KnownUser> find(final String name) {
        return Maybe.defer(() -> store.find(name)).flatMap(this::known);
    }

    private Maybe<KnownUser> known(final StoredUser user) {
        try {
            final KnownUser known = KnownUser.of(user);
            decoys.add(user.name(), known.hash());
            return Maybe.just(known);
        } catch (final IllegalArgumentException e) {
            LOGGER.error("The password of the user '{}' cannot be checked: {}", user.name(), e.getMessage());
            return Maybe.empty();
        }
    }

    /** Returns true, because only a call to the store could find a change. */
    @Override
    public boolean isCurrent(final KnownUser user) {
        return true;
    }
}
