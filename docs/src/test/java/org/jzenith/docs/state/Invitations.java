package org.jzenith.docs.state;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedValues;
import org.jzenith.core.state.ValueFormat;

/** Invitations that any instance accepts, once. */
@CheckReturnValue
final class Invitations {

    private static final ValueFormat<String> TEXT = new ValueFormat<>() {
        @Override
        public byte[] write(final String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String read(final byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    };

    // region invitations
    private final SharedValues<String> invitations;

    @Inject
    Invitations(final SharedState state) {
        this.invitations =
                state.values("invitations", 10_000, Duration.ofDays(1), TEXT);
    }

    Completable invite(final String code, final String user) {
        return invitations.put(code, user);
    }

    Maybe<String> accept(final String code) {
        return invitations.take(code); // one caller gets it
    }
    // endregion
}
