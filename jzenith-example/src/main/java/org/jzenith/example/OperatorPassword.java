package org.jzenith.example;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.security.SecureRandom;
import java.util.Base64;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.security.internal.configuration.BasicConfiguration;
import org.jzenith.security.password.Users;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A random password for the user {@code operator}, used unless a hash is configured. It is valid until the process ends, and is logged only
 * if the embedded database is used.
 */
final class OperatorPassword implements Plugin, BackgroundWork {

    private static final Logger LOGGER = LoggerFactory.getLogger(OperatorPassword.class);
    private static final int BYTES = 16;

    private final String password;
    private final String hash;

    private OperatorPassword(final String password) {
        this.password = password;
        this.hash = Users.hash(password);
    }

    static OperatorPassword create() {
        final byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return new OperatorPassword(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    @Override
    public String name() {
        return "operator-password";
    }

    /** Returns the value of {@code security.users.operator.password}. */
    String hash() {
        return hash;
    }

    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(() -> {
            final BasicConfiguration.User operator =
                    injector.getInstance(BasicConfiguration.class).users().get("operator");
            if (operator == null || !operator.password().get().equals(hash)) {
                return;
            }
            if (hasEmbeddedDatabase(injector.getInstance(Configuration.class))) {
                LOGGER.info(
                        "The operators' page is {}/admin/ for the user operator with the password {}, which is random because no "
                                + "password is configured. Not for production.",
                        injector.getInstance(Endpoints.class).all().get("rest.admin"),
                        password);
            } else {
                LOGGER.warn("The operators' page has a random, unknown password, because no password is configured. Set"
                        + " security.users.operator.password to the output of --hash-password.");
            }
        });
    }

    /** Returns true in development. Other databases can have data that a password in the log would expose. */
    private static boolean hasEmbeddedDatabase(final Configuration configuration) {
        return configuration
                .origin("postgresql.host")
                .filter(origin -> origin.contains("postgresql-embedded"))
                .isPresent();
    }
}
