package org.jzenith.security;

import com.google.inject.Binder;
import com.google.inject.Module;
import io.reactivex.Maybe;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;

/** Believes the header {@code X-Test-User: ann;admin,clerk}. */
final class TestUsers implements AuthenticationMechanism {

    static final String HEADER = "X-Test-User";

    static Module module() {
        return new Module() {
            @Override
            public void configure(final Binder binder) {
                AuthenticationMechanism.binder(binder).addBinding().toInstance(new TestUsers());
            }
        };
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final String header = request.headers().get(HEADER);
        if (header == null) {
            return Maybe.empty();
        }
        final String[] parts = header.split(";", -1);
        if (parts[0].isBlank()) {
            return Maybe.error(new WrongCredentialsException("there is no name"));
        }
        final Identity identity = Identity.of(parts[0], "test");
        return Maybe.just(parts.length == 1 ? identity : identity.withRoles(List.of(parts[1].split(",", -1))));
    }

    @Override
    public Optional<String> challenge() {
        return Optional.of("Test realm=\"test\"");
    }
}
