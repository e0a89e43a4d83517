package org.jzenith.security.oidc.session;

/** Where the sessions of logins are kept. */
public enum SessionStorage {
    /** The browser has the whole session in an encrypted cookie, or the application has its own {@link SessionStore}. */
    COOKIE,
    /** The session is encrypted in the table {@code oidc_session} of the application's database; the cookie has its encrypted id. */
    POSTGRESQL,
    /** The session is encrypted in Redis, which deletes it when it expires; the cookie has its encrypted id. */
    REDIS
}
