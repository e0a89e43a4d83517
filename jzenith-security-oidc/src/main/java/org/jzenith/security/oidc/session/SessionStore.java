package org.jzenith.security.oidc.session;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Instant;

/**
 * Keeps sessions on the server. The browser's cookie then holds only the encrypted id of its session, and all instances of the application
 * see a logout or refresh. {@code oidc.session.store} selects the store for PostgreSQL or Redis; {@code OidcPlugin.withSessionStore(..)}
 * sets an application's own store. Without a store, the cookie holds the session.
 *
 * <p>The stored bytes are encrypted with the first key of {@code oidc.session.keys}. Methods are called on event loops and must not
 * block. Safe for use by many threads.
 */
@CheckReturnValue
public interface SessionStore {

    /**
     * Reads a session. Called for each request that has a session cookie.
     *
     * @param id the id of the session
     * @return its bytes; empty if there is none
     */
    Maybe<byte[]> load(String id);

    /**
     * Creates or replaces a session.
     *
     * @param id the id of the session, unguessable
     * @param session its bytes
     * @param expiry the time after which the session may be deleted
     * @return completes when it is stored
     */
    Completable save(String id, byte[] session, Instant expiry);

    /**
     * Replaces a session atomically, only if it has not changed since it was loaded. So only one instance at a time can claim a session to
     * refresh its tokens, and a session that a logout deleted does not come back.
     *
     * @param id the id of the session
     * @param before the bytes that were loaded
     * @param session the new bytes
     * @param expiry the time after which the session may be deleted
     * @return true if it was replaced; false if the stored bytes differ, or there are none
     */
    Single<Boolean> replace(String id, byte[] before, byte[] session, Instant expiry);

    /**
     * Deletes a session.
     *
     * @param id the id of the session; an unknown id is not an error
     * @return completes when it is gone
     */
    Completable delete(String id);
}
