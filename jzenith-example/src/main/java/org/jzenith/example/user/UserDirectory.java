package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;

/** The users, in a database or in Redis. */
interface UserDirectory {

    Single<User> create(UserData data);

    Single<Page<User>> list(PageRequest page);

    Single<User> get(UUID id);

    Single<User> update(UUID id, UserData data);

    /** Replaces the data of a user with the result of a function. No concurrent change is lost. */
    Single<User> change(UUID id, UnaryOperator<UserData> change);

    Completable delete(UUID id);
}
