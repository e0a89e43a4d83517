package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.redis.Keys;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.RedisTransaction;
import org.jzenith.redis.error.CommandRefusedException;

/**
 * The users in Redis: each as JSON under its id, its id under its address, and all in a sorted set, whose members begin with the name.
 * A transaction writes all three.
 */
@Singleton
final class RedisUsers implements UserDirectory {

    private static final String BY_NAME = "users";

    private final RedisClient redis;

    @Inject
    RedisUsers(final RedisClient redis) {
        this.redis = redis;
    }

    @Override
    public Single<User> create(final UserData data) {
        final User user = new User(UUID.randomUUID(), data.name(), data.email());
        return redis.transaction(tx -> write(user, tx))
                .retry(RedisUsers::hasChanged)
                .map(done -> user);
    }

    @Override
    public Single<User> get(final UUID id) {
        return redis.get(key(id), User.class).switchIfEmpty(Single.error(() -> new NoSuchUserException(id)));
    }

    @Override
    public Single<User> update(final UUID id, final UserData data) {
        return change(id, before -> data);
    }

    @Override
    public Completable delete(final UUID id) {
        return redis.transaction(tx ->
                        read(tx, id).doOnSuccess(before -> remove(before, tx)).ignoreElement())
                .retry(RedisUsers::hasChanged)
                .ignoreElement();
    }

    // region write
    @Override
    public Single<User> change(
            final UUID id, final UnaryOperator<UserData> change) {
        return Single.defer(() -> {
            final AtomicReference<User> changed = new AtomicReference<>();
            return redis.transaction(tx -> read(tx, id)
                            .flatMapCompletable(before -> {
                                final UserData data = change.apply(new UserData(
                                        before.name(), before.email()));
                                final User after =
                                        new User(id, data.name(), data.email());
                                changed.set(after);
                                remove(before, tx);
                                return write(after, tx);
                            }))
                    .retry(RedisUsers::hasChanged)
                    .map(done -> changed.get());
        });
    }

    /** Writes a user, unless another one has the address. */
    private static Completable write(final User user, final RedisTransaction tx) {
        return checkAddress(tx, user)
                .andThen(Completable.fromAction(() -> add(user, tx)));
    }

    /**
     * Returns true if another client has changed the user or the address
     * meanwhile. The next attempt reads the new values.
     */
    private static boolean hasChanged(final Throwable error) {
        return error instanceof final CommandRefusedException refused
                && refused.code().equals("WATCH");
    }

    private static Completable checkAddress(
            final RedisTransaction tx, final User user) {
        if (user.email() == null) {
            return Completable.complete();
        }
        final String address = address(user.email());
        return tx.watch(address)
                .andThen(tx.get(address, String.class))
                .filter(owner -> !owner.equals(user.id().toString()))
                .flatMapCompletable(
                        owner -> Completable.error(new TakenAddressException()));
    }

    // endregion

    private static Single<User> read(final RedisTransaction tx, final UUID id) {
        return tx.watch(key(id))
                .andThen(tx.get(key(id), User.class))
                .switchIfEmpty(Single.error(() -> new NoSuchUserException(id)));
    }

    private static void add(final User user, final RedisTransaction tx) {
        tx.add("SET", key(user.id()), user).add("ZADD", BY_NAME, 0, member(user));
        if (user.email() != null) {
            tx.add("SET", address(user.email()), user.id().toString());
        }
    }

    private static void remove(final User user, final RedisTransaction tx) {
        tx.add("DEL", key(user.id())).add("ZREM", BY_NAME, member(user));
        if (user.email() != null) {
            tx.add("DEL", address(user.email()));
        }
    }

    private static String key(final UUID id) {
        return Keys.of("user", id);
    }

    private static String address(final String email) {
        return Keys.of("user-address", email);
    }

    /** Joins name and id by a line break, which a name cannot have. */
    private static String member(final User user) {
        return user.name() + "\n" + user.id();
    }

    @Override
    public Single<Page<User>> list(final PageRequest page) {
        final String after = page.cursor().map(cursor -> "(" + decoded(cursor)).orElse("-");
        return redis.command("ZRANGEBYLEX", BY_NAME, after, "+", "LIMIT", 0, page.limit() + 1)
                .map(reply -> reply.list().stream().map(RedisReply::text).toList())
                .flatMap(members -> {
                    final boolean hasMore = members.size() > page.limit();
                    final List<String> shown = hasMore ? members.subList(0, page.limit()) : members;
                    final PageRequest next =
                            hasMore ? PageRequest.after(encoded(shown.get(shown.size() - 1)), page.limit()) : null;
                    return users(shown).map(users -> Page.of(users, page, next));
                });
    }

    /** Reads users, and leaves out users that were deleted meanwhile. */
    private Single<List<User>> users(final List<String> members) {
        final List<String> keys = members.stream()
                .map(member -> Keys.of("user", member.substring(member.indexOf('\n') + 1)))
                .toList();
        return redis.getAll(keys, User.class)
                .map(users ->
                        keys.stream().map(users::get).filter(Objects::nonNull).toList());
    }

    private static String encoded(final String member) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(member.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(final String cursor) {
        try {
            final String member = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (member.indexOf('\n') > 0) {
                return member;
            }
        } catch (final IllegalArgumentException e) {
            // A client has made it up.
        }
        throw new InvalidPageException(
                PageRequest.AFTER, "is not a cursor of this list. Use the link to the next page, unchanged.");
    }
}
