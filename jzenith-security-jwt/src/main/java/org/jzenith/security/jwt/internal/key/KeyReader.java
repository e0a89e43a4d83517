package org.jzenith.security.jwt.internal.key;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;

/**
 * Reads the public keys of one source, from PEM (RFC 7468) or a JWKS (RFC 7517). It ignores keys that cannot be used, and reports each of
 * them once. Used by one thread at a time.
 */
public final class KeyReader {

    /** The members of a key that are read. Others cannot make a key unusable, and none of these is secret. */
    private static final List<String> MEMBERS =
            List.of("kty", "use", "key_ops", "alg", "kid", "crv", "x", "y", "n", "e");

    private static final String SECRET = "oct";
    private static final int MAX_SHOWN = 3;

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (PUBLIC KEY|CERTIFICATE)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "Ed25519");

    private final String source;
    private final Set<JWSAlgorithm> allowed;
    private final Consumer<String> warnings;
    private Set<String> reported = Set.of();

    /** The usable keys of a document, and a sentence about each of the others. */
    private record Found(Map<JWK, VerificationKey> usable, Set<String> problems) {

        Found() {
            this(new LinkedHashMap<>(), new LinkedHashSet<>());
        }
    }

    /**
     * Creates a reader that has not reported a key yet.
     *
     * @param source the file or URL of the keys
     * @param allowed the accepted algorithms
     * @param warnings gets a sentence about each key that cannot be used, once as long as the source has the key
     */
    public KeyReader(final String source, final Set<JWSAlgorithm> allowed, final Consumer<String> warnings) {
        this.source = source;
        this.allowed = allowed;
        this.warnings = warnings;
    }

    /**
     * Reads a file.
     *
     * @param text PEM or JSON
     * @return the usable keys
     * @throws IllegalArgumentException if there are none; the message is a sentence
     */
    public List<VerificationKey> ofFile(final String text) {
        if (text.stripLeading().startsWith("{")) {
            return ofJwks(text);
        }
        if (text.contains("PRIVATE KEY")) {
            throw new IllegalArgumentException(
                    "It contains a private key. Use only the public key: verifying tokens needs no private key.");
        }
        final Found found = new Found();
        final Matcher block = BLOCK.matcher(text);
        int position = 0;
        while (block.find()) {
            position++;
            try {
                final byte[] der = Base64.getMimeDecoder().decode(block.group(2));
                add(found, jwk("CERTIFICATE".equals(block.group(1)) ? ofCertificate(der) : publicKey(der)), position);
            } catch (final GeneralSecurityException e) {
                throw new IllegalArgumentException("One of its keys cannot be read.", e);
            }
        }
        if (position == 0) {
            throw new IllegalArgumentException(
                    "It contains neither a JWKS nor a PEM block BEGIN PUBLIC KEY or BEGIN CERTIFICATE.");
        }
        return usable(found);
    }

    /**
     * Reads a JWKS.
     *
     * @param text JSON
     * @return the usable keys
     * @throws IllegalArgumentException if it is not a JWKS, or has none; the message is a sentence
     */
    public List<VerificationKey> ofJwks(final String text) {
        final List<Object> elements;
        try {
            elements = JSONObjectUtils.getJSONArray(JSONObjectUtils.parse(text), "keys");
        } catch (final ParseException e) {
            throw new IllegalArgumentException("It is not a JWKS.", e);
        }
        if (elements == null) {
            throw new IllegalArgumentException("It is not a JWKS.");
        }
        final Found found = new Found();
        for (int i = 0; i < elements.size(); i++) {
            final Map<?, ?> members = elements.get(i) instanceof final Map<?, ?> object ? object : Map.of();
            try {
                add(found, publicKey(members), i + 1);
            } catch (final ParseException e) {
                addProblem(found, members.get("kid"), i + 1, e);
            }
        }
        return usable(found);
    }

    private static JWK publicKey(final Map<?, ?> members) throws ParseException {
        if (SECRET.equals(members.get("kty"))) {
            throw new ParseException("It is a secret.", 0);
        }
        final Map<String, Object> used = new HashMap<>();
        for (final String name : MEMBERS) {
            final Object value = members.get(name);
            if (value != null) {
                used.put(name, value);
            }
        }
        return JWK.parse(used);
    }

    private void add(final Found found, final JWK jwk, final int position) {
        try {
            // a key for encryption is not a problem
            if (VerificationKey.isForVerification(jwk)) {
                found.usable.putIfAbsent(jwk, VerificationKey.of(jwk, allowed));
            }
        } catch (final IllegalArgumentException e) {
            addProblem(found, jwk.getKeyID(), position, e);
        }
    }

    private void addProblem(final Found found, final @Nullable Object id, final int position, final Exception reason) {
        final String name = id instanceof final String text ? "The key '" + text + "'" : "Key " + position;
        final String text = String.valueOf(reason.getMessage());
        found.problems.add(LogText.escape(
                name + " of " + source + " cannot be used and is ignored: " + text + (text.endsWith(".") ? "" : ".")));
    }

    private List<VerificationKey> usable(final Found found) {
        if (found.usable.isEmpty()) {
            throw new IllegalArgumentException("It has no usable key for verifying signatures. "
                    + String.join(" ", found.problems.stream().limit(MAX_SHOWN).toList()));
        }
        found.problems.stream().filter(each -> !reported.contains(each)).forEach(warnings);
        reported = found.problems;
        return List.copyOf(found.usable.values());
    }

    private static PublicKey ofCertificate(final byte[] der) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(der))
                .getPublicKey();
    }

    private static PublicKey publicKey(final byte[] der) throws GeneralSecurityException {
        GeneralSecurityException last = new GeneralSecurityException("no type");
        for (final String type : KEY_TYPES) {
            try {
                return KeyFactory.getInstance(type).generatePublic(new X509EncodedKeySpec(der));
            } catch (final GeneralSecurityException e) {
                last = e;
            }
        }
        throw last;
    }

    private static JWK jwk(final PublicKey key) throws GeneralSecurityException {
        if (key instanceof final RSAPublicKey rsa) {
            return new RSAKey.Builder(rsa).build();
        }
        if (key instanceof final ECPublicKey curve) {
            return new ECKey.Builder(Curve.forECParameterSpec(curve.getParams()), curve).build();
        }
        if (key instanceof final EdECPublicKey edwards
                && edwards.getParams().getName().equals("Ed25519")) {
            return new OctetKeyPair.Builder(Curve.Ed25519, Ed25519Verifier.pointOf(edwards)).build();
        }
        throw new GeneralSecurityException("The key type " + key.getAlgorithm() + " is not supported.");
    }
}
