package org.jzenith.security.jwt.internal.verification;

import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.jwt.internal.claims.ClaimsIdentity;
import org.jzenith.security.jwt.internal.claims.StrictJson;
import org.jzenith.security.jwt.internal.claims.StrictJson.StrictJsonException;
import org.jzenith.security.jwt.internal.configuration.JwtConfiguration;
import org.jzenith.security.jwt.internal.key.VerificationKey;

/**
 * Verifies tokens. The header and the claims come first, because they cost little; then the proof by a key. Safe for use by many threads.
 */
public final class TokenVerifier {

    /** Members that bring keys, name places of keys, or change how the token is read (RFC 8725, 3.10). */
    private static final List<String> REFUSED_MEMBERS =
            List.of("jku", "jwk", "x5u", "x5c", "crit", "b64", "zip", "enc");

    private static final String APPLICATION = "application/";

    private final StrictJson json = new StrictJson();
    private final Set<JWSAlgorithm> algorithms;
    private final Set<String> types = new HashSet<>();
    private final DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier;
    private final Duration skew;
    private final ClaimsIdentity identities;

    /**
     * Creates a verifier.
     *
     * @param settings the settings, with an issuer or an audience
     * @param algorithms the algorithms that are accepted
     * @param identities makes identities
     */
    public TokenVerifier(
            final JwtConfiguration settings, final Set<JWSAlgorithm> algorithms, final ClaimsIdentity identities) {
        this.algorithms = algorithms;
        this.identities = identities;
        this.skew = settings.clockSkew();
        settings.types().forEach(type -> types.add(typeOf(type)));
        final Set<String> required = new HashSet<>(settings.requiredClaims().orElse(List.of()));
        required.add("exp");
        final JWTClaimsSet.Builder exact = new JWTClaimsSet.Builder();
        settings.issuer().ifPresent(exact::issuer);
        final @Nullable Set<String> audience =
                settings.audience().map(Set::copyOf).orElse(null);
        this.claimsVerifier = new DefaultJWTClaimsVerifier<>(audience, exact.build(), required, null);
        claimsVerifier.setMaxClockSkew((int) settings.clockSkew().toSeconds());
    }

    private static String typeOf(final String type) {
        final String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith(APPLICATION) ? lower.substring(APPLICATION.length()) : lower;
    }

    /**
     * Checks the header and the claims of a token, not its proof.
     *
     * @param token the token in the compact form, of three parts
     * @return a token that is acceptable if its proof is
     * @throws WrongCredentialsException if it is not acceptable
     */
    public ParsedToken parse(final String token) {
        try {
            final Base64URL[] parts = JOSEObject.split(token);
            checkHeader(json.read(parts[0].decodeToString()));
            final JWSObject parsed = new JWSObject(parts[0], parts[1], parts[2]);
            final JWSHeader header = parsed.getHeader();
            if (!algorithms.contains(header.getAlgorithm())) {
                throw new WrongCredentialsException("The algorithm of the token is not accepted.");
            }
            final Map<String, Object> claims = json.read(parts[1].decodeToString());
            final JWTClaimsSet typed = JWTClaimsSet.parse(claims);
            claimsVerifier.verify(typed, null);
            final Instant expiry = typed.getExpirationTime().toInstant().plus(skew);
            return new ParsedToken(parsed, claims, expiry, typed.getJWTID());
        } catch (final BadJWTException e) {
            throw new WrongCredentialsException("The claims are refused: " + e.getMessage());
        } catch (final StrictJsonException e) {
            throw new WrongCredentialsException("The header or the claims are " + e.getMessage() + ".");
        } catch (final ParseException | IllegalArgumentException | IllegalStateException | ArithmeticException e) {
            throw new WrongCredentialsException("The token is malformed.");
        }
    }

    private void checkHeader(final Map<String, Object> header) {
        for (final String member : REFUSED_MEMBERS) {
            if (header.containsKey(member)) {
                throw new WrongCredentialsException("The header has the unsupported member '" + member + "'.");
            }
        }
        final Object content = header.get("cty");
        if (content != null) {
            throw new WrongCredentialsException("The header has the member 'cty'. Nested tokens are not supported.");
        }
        final Object type = header.get("typ");
        if (type != null && !(type instanceof final String text && types.contains(typeOf(text)))) {
            throw new WrongCredentialsException("The type of the token is not accepted.");
        }
    }

    /**
     * Verifies the proof of a token.
     *
     * @param parsed the token
     * @param keys the keys that may have made it
     * @return the token with its identity
     * @throws WrongCredentialsException if none of the keys has made it
     */
    public VerifiedToken verify(final ParsedToken parsed, final List<VerificationKey> keys) {
        for (final VerificationKey key : keys) {
            if (key.verifies(parsed.token())) {
                return new VerifiedToken(
                        identities.of(parsed.claims(), parsed.expiry()),
                        parsed.expiry().toEpochMilli(),
                        key,
                        parsed.id());
            }
        }
        throw new WrongCredentialsException("The token's signature does not match any key.");
    }
}
