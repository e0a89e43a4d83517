package org.jzenith.security.password;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The source of the users of basic authentication. Immutable. */
public final class Users {

    private final @Nullable Path file;
    private final @Nullable Class<? extends UserStore> type;
    private final @Nullable UserStore store;

    private Users(
            final @Nullable Path file,
            final @Nullable Class<? extends UserStore> type,
            final @Nullable UserStore store) {
        this.file = file;
        this.type = type;
        this.store = store;
    }

    /**
     * Takes the users from settings: {@code security.users.ann.password} is the hash of the password, {@code security.users.ann.roles}
     * a list. {@code --hash-password} prints a hash.
     *
     * @return the users of the settings
     */
    public static Users fromSettings() {
        return new Users(null, null, null);
    }

    /**
     * Takes the users from a file, which is read again when it changes. Each line is {@code name:hash:roles}, with commas between the
     * roles; empty lines and lines that start with {@code #} are skipped. If a changed file has mistakes, jZenith logs them and keeps the
     * previous users.
     *
     * @param file a text file in UTF-8; the setting {@code security.basic.file} replaces it
     * @return the users of the file
     */
    public static Users fromFile(final Path file) {
        return new Users(Objects.requireNonNull(file, "file"), null, null);
    }

    /**
     * Takes the users from a store of the application.
     *
     * @param store created by Guice
     * @return the users of the store
     */
    public static Users fromStore(final Class<? extends UserStore> store) {
        return new Users(null, Objects.requireNonNull(store, "store"), null);
    }

    /**
     * Takes the users from a store of the application.
     *
     * @param store the store
     * @return the users of the store
     */
    public static Users fromStore(final UserStore store) {
        return new Users(null, null, Objects.requireNonNull(store, "store"));
    }

    /**
     * Returns the hash of a password, as {@code --hash-password} prints it. It takes about 50 ms of CPU time, so call it in a {@code
     * @Blocking} method.
     *
     * @param password as the user types it
     * @return argon2id with a random salt, for {@code security.users.<name>.password} or a {@link UserStore}
     */
    public static String hash(final String password) {
        return PasswordHash.ofPassword(password);
    }

    /** Null unless the users are in a file. */
    @Nullable
    Path file() {
        return file;
    }

    /** Null unless Guice creates the store. */
    @Nullable
    Class<? extends UserStore> type() {
        return type;
    }

    /** Null unless the application created the store. */
    @Nullable
    UserStore store() {
        return store;
    }
}
