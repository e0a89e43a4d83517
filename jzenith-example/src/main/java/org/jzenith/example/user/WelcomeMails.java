package org.jzenith.example.user;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Welcomes new users. A real application would send mails; this one logs them. */
@Singleton
public final class WelcomeMails {

    private static final Logger LOGGER = LoggerFactory.getLogger(WelcomeMails.class);

    @Inject
    WelcomeMails() {}

    /**
     * Welcomes a user who was created.
     *
     * @param change any change to a user
     * @return completes when the mail is sent
     */
    public Completable send(final UserChange change) {
        return Completable.fromAction(() -> {
            if (change.kind() == UserChange.Kind.CREATED) {
                LOGGER.info("Welcome, user {}.", change.id());
            }
        });
    }
}
