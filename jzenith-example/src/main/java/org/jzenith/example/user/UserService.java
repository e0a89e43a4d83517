package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

/** The operations on users, with their transactions. */
@Singleton
final class UserService implements UserDirectory {

    private final Database database;
    private final UserTable table;
    private final Outbox outbox;
    private final Avatars avatars;

    @Inject
    UserService(final Database database, final UserTable table, final Outbox outbox, final Avatars avatars) {
        this.database = database;
        this.table = table;
        this.outbox = outbox;
        this.avatars = avatars;
    }

    // region create
    @Override
    public Single<User> create(final UserData data) {
        final User user = new User(UUID.randomUUID(), data.name(), data.email());
        return database.withTransaction(tx -> table.insert(tx, user)
                .andThen(table.insertName(tx, user))
                .andThen(publish(tx, UserChange.Kind.CREATED, user.id(), user))
                .toSingleDefault(user));
    }

    private Completable publish(
            final SqlTransaction tx, final UserChange.Kind kind, final UUID id, final @Nullable User user) {
        return outbox.publish(tx, UserChange.CHANGES, new UserChange(kind, id, user));
    }
    // endregion

    @Override
    public Single<Page<User>> list(final PageRequest page) {
        return table.select(page);
    }

    Flowable<User> all() {
        return table.selectAll();
    }

    @Override
    public Single<User> get(final UUID id) {
        return table.select(id);
    }

    @Override
    public Single<User> update(final UUID id, final UserData data) {
        final User user = new User(id, data.name(), data.email());
        return database.withTransaction(tx -> table.update(tx, user)
                .flatMapCompletable(count ->
                        count == 0 ? Completable.error(new NoSuchUserException(id)) : table.insertName(tx, user))
                .andThen(publish(tx, UserChange.Kind.UPDATED, id, user))
                .toSingleDefault(user));
    }

    @Override
    public Single<User> change(final UUID id, final UnaryOperator<UserData> change) {
        return database.withTransaction(tx -> table.selectForUpdate(tx, id).flatMap(before -> {
            final UserData data = change.apply(new UserData(before.name(), before.email()));
            final User after = new User(id, data.name(), data.email());
            return table.update(tx, after)
                    .flatMapCompletable(count ->
                            after.name().equals(before.name()) ? Completable.complete() : table.insertName(tx, after))
                    .andThen(publish(tx, UserChange.Kind.UPDATED, id, after))
                    .toSingleDefault(after);
        }));
    }

    @Override
    public Completable delete(final UUID id) {
        return database.withTransactionCompletable(tx -> table.delete(tx, id)
                        .flatMapCompletable(count -> count == 0
                                ? Completable.error(new NoSuchUserException(id))
                                : publish(tx, UserChange.Kind.DELETED, id, null)))
                .andThen(avatars.delete(id));
    }

    Maybe<Path> avatar(final UUID id) {
        return avatars.of(id);
    }

    Single<List<UUID>> withAvatar() {
        return avatars.ids();
    }

    Completable setAvatar(final UUID id, final ImageType type, final Flowable<Buffer> picture) {
        return get(id).flatMapCompletable(user -> avatars.store(id, type, picture)
                .andThen(database.withTransactionCompletable(tx -> publish(tx, UserChange.Kind.PICTURE, id, user))));
    }
}
