package org.jzenith.example;

import com.google.inject.Injector;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.reactivex.Completable;
import io.smallrye.config.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.security.jwt.internal.configuration.JwtConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A random key for tokens, unless another one is configured. It ends with the process. With the embedded database, the log has a token that
 * it has signed.
 */
final class DevelopmentKey implements Plugin, BackgroundWork {

    private static final Logger LOGGER = LoggerFactory.getLogger(DevelopmentKey.class);
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final int BYTES = 32;

    private final String secret;

    private DevelopmentKey(final String secret) {
        this.secret = secret;
    }

    static DevelopmentKey create() {
        final byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return new DevelopmentKey(Base64.getEncoder().encodeToString(random));
    }

    @Override
    public String name() {
        return "development-key";
    }

    @Override
    public Set<String> requires() {
        return Set.of("jwt");
    }

    /** Returns the value of {@code jwt.secret}. */
    String secret() {
        return secret;
    }

    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(() -> {
            final JwtConfiguration settings = injector.getInstance(JwtConfiguration.class);
            if (settings.secret().map(Secret::get).filter(secret::equals).isEmpty()) {
                return;
            }
            if (hasEmbeddedDatabase(injector.getInstance(Configuration.class))) {
                LOGGER.info(
                        "Tokens are signed with a random key, because no other one is configured; not for production. For an"
                                + " hour this is an admin: curl -H 'Authorization: Bearer {}' {}/admin/names",
                        token(settings.issuer().orElseThrow()),
                        injector.getInstance(Endpoints.class).all().get("rest"));
            } else {
                LOGGER.warn(
                        "All tokens are refused, because no key is configured. Set jwt.jwks-url or jwt.key-file, and jwt.secret"
                                + " to nothing.");
            }
        });
    }

    /** Returns true in development. Another database may have data that nobody should see by a token or password in the log. */
    static boolean hasEmbeddedDatabase(final Configuration configuration) {
        return configuration
                .origin("postgresql.host")
                .filter(origin -> origin.contains("postgresql-embedded"))
                .isPresent();
    }

    private String token(final String issuer) throws JOSEException {
        final SignedJWT token = new SignedJWT(
                new JWSHeader(JWSAlgorithm.HS256),
                new JWTClaimsSet.Builder()
                        .issuer(issuer)
                        .subject("ann")
                        .claim("roles", List.of("admin"))
                        .claim("exp", Instant.now().plus(LIFETIME).getEpochSecond())
                        .build());
        token.sign(new MACSigner(secret));
        return token.serialize();
    }
}
