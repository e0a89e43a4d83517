package org.jzenith.security.jwt.key;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads public keys from PEM (RFC 7468) and from a JWKS (RFC 7517). */
public final class KeyReader {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (PUBLIC KEY|CERTIFICATE)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "Ed25519");

    private KeyReader() {}

    /**
     * Reads a file.
     *
     * @param text PEM or JSON
     * @return public keys
     * @throws IllegalArgumentException if it has none; the message is a sentence
     */
    public static List<JWK> ofFile(final String text) {
        if (text.stripLeading().startsWith("{")) {
            return ofJwks(text);
        }
        if (text.contains("PRIVATE KEY")) {
            throw new IllegalArgumentException(
                    "It has a private key; a server that verifies tokens needs only public ones.");
        }
        final List<JWK> keys = new ArrayList<>();
        final Matcher found = BLOCK.matcher(text);
        while (found.find()) {
            try {
                final byte[] der = Base64.getMimeDecoder().decode(found.group(2));
                keys.add(jwk("CERTIFICATE".equals(found.group(1)) ? ofCertificate(der) : publicKey(der)));
            } catch (final GeneralSecurityException e) {
                throw new IllegalArgumentException("One of its keys cannot be read.", e);
            }
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "It has neither a block BEGIN PUBLIC KEY or BEGIN CERTIFICATE nor a JWKS.");
        }
        return keys;
    }

    /**
     * Reads a JWKS. Keys of types that are not supported, and secrets, are left out.
     *
     * @param text JSON
     * @return public keys
     * @throws IllegalArgumentException if it is not a JWKS; the message is a sentence
     */
    public static List<JWK> ofJwks(final String text) {
        try {
            return JWKSet.parse(text).getKeys().stream()
                    .filter(each -> !(each instanceof OctetSequenceKey))
                    .map(JWK::toPublicJWK)
                    .toList();
        } catch (final ParseException e) {
            throw new IllegalArgumentException("It is not a JWKS.", e);
        }
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
