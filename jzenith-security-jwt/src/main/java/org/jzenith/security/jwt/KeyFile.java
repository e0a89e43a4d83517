package org.jzenith.security.jwt;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.reactivex.Single;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys from a file: a JWKS (RFC 7517, 5), or public keys of RSA or EC in PEM. */
record KeyFile(List<VerificationKey> keys) implements KeySource {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----");

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or has no key that verifies signatures
     */
    static KeyFile read(final Path file) throws IOException {
        final String text = Files.readString(file);
        final List<JWK> read;
        try {
            read = text.contains("-----BEGIN") ? pem(text) : JWKSet.parse(text).getKeys();
        } catch (final ParseException | IllegalArgumentException e) {
            throw new IOException("it is neither a JWKS nor a public key in PEM", e);
        }
        final List<VerificationKey> keys =
                read.stream().map(VerificationKey::of).filter(Objects::nonNull).toList();
        if (keys.isEmpty()) {
            throw new IOException("it has no public key that verifies signatures");
        }
        return new KeyFile(keys);
    }

    private static List<JWK> pem(final String text) {
        final List<JWK> keys = new ArrayList<>();
        final Matcher matcher = PEM.matcher(text);
        while (matcher.find()) {
            keys.add(publicKey(new X509EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)))));
        }
        return keys;
    }

    private static JWK publicKey(final X509EncodedKeySpec encoded) {
        try {
            return new RSAKey.Builder(
                            (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(encoded))
                    .build();
        } catch (final GeneralSecurityException notRsa) {
            try {
                final ECPublicKey key =
                        (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(encoded);
                return new ECKey.Builder(Curve.forECParameterSpec(key.getParams()), key).build();
            } catch (final GeneralSecurityException e) {
                throw new IllegalArgumentException("A key is neither RSA nor EC.", e);
            }
        }
    }

    @Override
    public Single<List<VerificationKey>> find(final JWSHeader header) {
        // A PEM file gives no ids, so every key of the kind is tried.
        return Single.just(keys.stream()
                .filter(key -> key.fits(header)
                        || (key.id() == null && key.algorithms().contains(header.getAlgorithm())))
                .toList());
    }

    @Override
    public boolean isReady() {
        return true;
    }
}
