package org.jzenith.security.jwt;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * Verifies the form, the signature and the claims of tokens (RFC 7519, RFC 8725). What it refuses is wrong however the provider behaves;
 * an unknown key is left to the caller. Safe for use by many threads.
 */
final class TokenVerifier {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_LENGTH = 8 * 1024;

    /** Headers that name or contain a key, or change the meaning of the token. */
    private static final Set<String> REFUSED_HEADERS = Set.of("jku", "jwk", "x5u", "x5c", "crit", "b64", "zip", "enc");

    private static final Set<String> DEFAULT_TYPES = Set.of("jwt", "at+jwt");

    private final JwtConfiguration settings;
    private final Set<JWSAlgorithm> algorithms;
    private final List<String> rolesPath;
    private final @Nullable Set<String> types;

    /** Strict: a claim that comes twice could mean two things. */
    private final JsonFactory json = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    TokenVerifier(final JwtConfiguration settings) {
        this.settings = settings;
        this.algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet());
        this.rolesPath = List.of(settings.rolesClaim().split("\\.", -1));
        this.types = settings.types()
                .map(all ->
                        all.stream().map(type -> type.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet()))
                .orElse(null);
    }

    /** Reads a token, and refuses it if its header is not acceptable. The signature is not verified yet. */
    SignedJWT read(final String token) {
        if (token.length() > MAX_LENGTH) {
            throw new WrongCredentialsException("The token is longer than 8 KiB.");
        }
        final SignedJWT read;
        try {
            read = SignedJWT.parse(token);
            checkForm(read.getParsedParts()[0].decode());
            checkForm(read.getParsedParts()[1].decode());
        } catch (final ParseException | IOException | IllegalArgumentException e) {
            throw new WrongCredentialsException("The token is not a signed JWT.");
        }
        final JWSHeader header = read.getHeader();
        for (final String name : header.getIncludedParams()) {
            if (REFUSED_HEADERS.contains(name)) {
                throw new WrongCredentialsException("The token has the header '" + name + "'.");
            }
        }
        if (!algorithms.contains(header.getAlgorithm())) {
            throw new WrongCredentialsException("The algorithm of the token is not accepted.");
        }
        final String type =
                header.getType() == null ? null : header.getType().getType().toLowerCase(Locale.ROOT);
        final String contents = header.getContentType();
        if (contents != null
                || (types == null
                        ? type != null && !DEFAULT_TYPES.contains(type)
                        : !types.contains(String.valueOf(type)))) {
            throw new WrongCredentialsException("The type of the token is not accepted.");
        }
        return read;
    }

    private void checkForm(final byte[] part) throws IOException {
        try (JsonParser parser = json.createParser(part)) {
            while (parser.nextToken() != null) {
                // reading finds duplicate names and too deep nesting
            }
        }
    }

    /** Verifies the signature by one of the keys, then the claims. */
    VerifiedToken verify(final SignedJWT token, final List<VerificationKey> keys) {
        final VerificationKey key = keys.stream()
                .filter(each -> isSignedBy(token, each))
                .findFirst()
                .orElseThrow(() -> new WrongCredentialsException("The signature of the token is wrong."));
        final JWTClaimsSet claims;
        try {
            claims = token.getJWTClaimsSet();
        } catch (final ParseException e) {
            throw new WrongCredentialsException("The claims of the token cannot be read.");
        }
        return verified(claims, key);
    }

    private static boolean isSignedBy(final SignedJWT token, final VerificationKey key) {
        try {
            return token.verify(key.verifier());
        } catch (final JOSEException | IllegalStateException e) {
            return false;
        }
    }

    @SuppressWarnings("JavaUtilDate") // the type of Nimbus
    private VerifiedToken verified(final JWTClaimsSet claims, final VerificationKey key) {
        final long skew = settings.skew().toMillis();
        final long now = System.currentTimeMillis();
        require(settings.issuer().equals(claims.getIssuer()), "The token is of another issuer.");
        require(
                claims.getAudience().stream().anyMatch(settings.audience()::contains),
                "The token is for another audience.");
        final Date expiry = claims.getExpirationTime();
        require(expiry != null, "The token has no claim exp.");
        final long end = Objects.requireNonNull(expiry).getTime() + skew;
        require(now < end, "The token has expired.");
        require(
                claims.getNotBeforeTime() == null || claims.getNotBeforeTime().getTime() - skew <= now,
                "The token is not valid yet.");
        require(
                claims.getIssueTime() == null || claims.getIssueTime().getTime() - skew <= now,
                "The token was issued in the future.");
        for (final String name : settings.requiredClaims().orElse(List.of())) {
            require(claims.getClaim(name) != null, "The token has no claim " + name + ".");
        }
        final Object name = claims.getClaim(settings.nameClaim());
        require(name instanceof String text && !text.isBlank(), "The token has no claim " + settings.nameClaim() + ".");
        Identity identity = Identity.of((String) Objects.requireNonNull(name), JwtMechanism.NAME)
                .withRoles(roles(claims.getClaims()))
                .withExpiry(expiry.toInstant());
        for (final Map.Entry<String, Object> claim : claims.getClaims().entrySet()) {
            if (claim.getValue() != null) {
                identity = identity.withAttribute(claim.getKey(), claim.getValue());
            }
        }
        return new VerifiedToken(identity, key.thumbprint(), end);
    }

    private static void require(final boolean right, final String otherwise) {
        if (!right) {
            throw new WrongCredentialsException(otherwise);
        }
    }

    /** Follows the path through nested claims. What is no list of texts and no text has no roles. */
    private List<String> roles(final Map<String, Object> claims) {
        Object value = claims.get(settings.rolesClaim());
        if (value == null) {
            value = claims;
            for (final String name : rolesPath) {
                value = value instanceof final Map<?, ?> nested ? nested.get(name) : null;
            }
        }
        final List<String> roles = new ArrayList<>();
        if (value instanceof final Collection<?> all) {
            all.forEach(each -> {
                if (each instanceof final String role) {
                    roles.add(role);
                }
            });
        } else if (value instanceof final String text) {
            for (final String role : text.split(" ", -1)) {
                if (!role.isEmpty()) {
                    roles.add(role);
                }
            }
        }
        return roles;
    }
}
