package org.jzenith.security.password;

import io.reactivex.Maybe;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Users in memory; loading new ones replaces them all at once. Safe for use by many threads. */
final class UsersInMemory implements UserSource {

    private final Decoys decoys;
    private volatile Map<String, KnownUser> users = Map.of();

    UsersInMemory(final Decoys decoys) {
        this.decoys = decoys;
    }

    void replace(final Map<String, KnownUser> all) {
        users = Map.copyOf(all);
        all.forEach((name, user) -> decoys.add(name, user.hash()));
    }

    @Override
    public Maybe<KnownUser> find(final String name) {
        final KnownUser user = users.get(name);
        return user == null ? Maybe.empty() : Maybe.just(user);
    }

    @Override
    public boolean isCurrent(final KnownUser user) {
        final @Nullable KnownUser current = users.get(user.user().name());
        return current != null && current.user().equals(user.user());
    }
}
