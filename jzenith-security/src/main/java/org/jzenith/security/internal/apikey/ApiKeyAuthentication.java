package org.jzenith.security.internal.apikey;

import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.apikey.ApiKeyStore;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.authentication.FailedAttempts;

/** Authentication by a key in a header. Keys are looked up by their SHA-256, so the time of a look-up tells nothing about them. */
final class ApiKeyAuthentication implements AuthenticationMechanism {

    static final String NAME = "api-key";

    private static final int MAX_CHARACTERS = 8 * 1024;

    private final String header;
    private final ApiKeyStore keys;
    private final FailedAttempts attempts;

    ApiKeyAuthentication(final String header, final ApiKeyStore keys, final FailedAttempts attempts) {
        this.header = header;
        this.keys = keys;
        this.attempts = attempts;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** RFC 9110 requires a challenge in each 401, and no standard has a scheme for keys in other headers. */
    @Override
    public Optional<String> challenge() {
        return Optional.of("ApiKey header=\"" + header + "\"");
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        if (request.headers().get(header) == null) {
            return Maybe.empty();
        }
        final List<String> sent = request.headers().getAll(header);
        if (sent.size() > 1) {
            return Maybe.error(new WrongCredentialsException("There are several " + header + " headers."));
        }
        final String key = sent.get(0);
        if (key.isEmpty() || key.length() > MAX_CHARACTERS) {
            return Maybe.error(new WrongCredentialsException("The key is empty or longer than 8 KiB."));
        }
        final String digest = ApiKeys.sha256(key);
        final String network = request.clientNetwork();
        return Maybe.defer(() -> find(network, digest));
    }

    private Maybe<Identity> find(final String network, final String digest) {
        return attempts.beginWithoutName(network, digest)
                .flatMap(attempt -> attempt.endWith(keys.find(digest)
                        .switchIfEmpty(Single.error(() -> new WrongCredentialsException("There is no such key.")))))
                .toMaybe();
    }
}
