package org.jzenith.kafka;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Signs tokens with an RSA key (RS256). */
final class TokenIssuer {

    private final KeyPair keys;

    TokenIssuer() {
        try {
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2_048);
            keys = generator.generateKeyPair();
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the public key as a JSON Web Key Set. */
    String publicKeys() {
        final RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"1\",\"n\":\"" + encoded(key.getModulus()) + "\",\"e\":\""
                + encoded(key.getPublicExponent()) + "\"}]}";
    }

    private static String encoded(final BigInteger number) {
        final byte[] bytes = number.toByteArray();
        final int sign = bytes[0] == 0 ? 1 : 0;
        return encoded(Arrays.copyOfRange(bytes, sign, bytes.length));
    }

    private static String encoded(final byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String encoded(final String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Signs a token for the broker of the tests, valid for 5 minutes. */
    String token(final String subject) {
        final long now = Instant.now().getEpochSecond();
        final String signed = encoded("{\"alg\":\"RS256\",\"kid\":\"1\"}") + "."
                + encoded("{\"iss\":\"issuer\",\"aud\":\"kafka\",\"scope\":\"a\",\"sub\":\"" + subject + "\",\"iat\":"
                        + now + ",\"exp\":" + (now + 300) + "}");
        try {
            final Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.UTF_8));
            return signed + "." + encoded(signature.sign());
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
