package org.jzenith.example;

import com.google.inject.Injector;
import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import io.reactivex.Completable;
import java.security.SecureRandom;
import java.util.Base64;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.security.password.BasicConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A random password of the user {@code operator}, unless the hash of another one is configured. It ends with the process. With the embedded
 * database, the log has it.
 */
final class OperatorPassword implements Plugin, BackgroundWork {

    private static final Logger LOGGER = LoggerFactory.getLogger(OperatorPassword.class);
    private static final int BYTES = 16;

    /** The costs of {@code --hash-password}. */
    private static final int MEMORY_KIB = 19 * 1024;

    private static final int ITERATIONS = 2;
    private static final int HASH_BYTES = 32;

    private final String password;
    private final String hash;

    private OperatorPassword(final String password) {
        this.password = password;
        this.hash = Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, 1, HASH_BYTES, Argon2.ID)
                .hash(password)
                .getResult();
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
            if (DevelopmentKey.hasEmbeddedDatabase(injector.getInstance(Configuration.class))) {
                LOGGER.info(
                        "The operators' page is {}/admin/ for the user operator with the password {}, which is random, because"
                                + " no other one is configured; not for production.",
                        injector.getInstance(Endpoints.class).all().get("rest.admin"),
                        password);
            } else {
                LOGGER.warn("The operators' page is closed, because no password is configured. Set"
                        + " security.users.operator.password to the output of --hash-password.");
            }
        });
    }
}
