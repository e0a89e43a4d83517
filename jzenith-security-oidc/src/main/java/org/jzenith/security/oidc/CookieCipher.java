package org.jzenith.security.oidc;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts text as JWE with {@code dir} and {@code A256GCM}. The first key encrypts, all decrypt. A text can be decrypted only for the
 * purpose and the client id for which it was encrypted. Immutable.
 */
final class CookieCipher {

    private static final int KEY_BYTES = 32;
    private static final int KEY_BITS = 256;
    private static final int ID_LENGTH = 8;

    private final String clientId;
    private final String first;
    private final Map<String, OctetSequenceKey> keys;

    private CookieCipher(final String clientId, final List<OctetSequenceKey> all) throws JOSEException {
        final Map<String, OctetSequenceKey> byId = new LinkedHashMap<>();
        for (final OctetSequenceKey key : all) {
            byId.putIfAbsent(idOf(key), key);
        }
        this.clientId = clientId;
        this.first = idOf(all.get(0));
        this.keys = byId;
    }

    /**
     * Creates a cipher.
     *
     * @param clientId the client identifier, in the header of each text
     * @param encoded keys in Base64; empty for one random key
     * @throws IllegalArgumentException if a key does not have 32 bytes
     */
    static CookieCipher of(final String clientId, final List<String> encoded) {
        try {
            final List<OctetSequenceKey> all = new ArrayList<>();
            for (final String each : encoded) {
                all.add(new OctetSequenceKey.Builder(decoded(each)).build());
            }
            if (all.isEmpty()) {
                all.add(new OctetSequenceKeyGenerator(KEY_BITS).generate());
            }
            return new CookieCipher(clientId, all);
        } catch (final JOSEException e) {
            throw new IllegalStateException("The JVM cannot create keys for cookies.", e);
        }
    }

    private static byte[] decoded(final String key) {
        final byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(key.replace('-', '+').replace('_', '/'));
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("it is not Base64", e);
        }
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException("it has " + bytes.length + " bytes instead of " + KEY_BYTES);
        }
        return bytes;
    }

    private static String idOf(final OctetSequenceKey key) throws JOSEException {
        return key.computeThumbprint().toString().substring(0, ID_LENGTH);
    }

    /** Encrypts a text for a purpose. */
    String seal(final String purpose, final String text) {
        final OctetSequenceKey key = keys.get(first);
        if (key == null) {
            throw new IllegalStateException("There is no key.");
        }
        final JWEObject sealed = new JWEObject(
                new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM)
                        .keyID(first)
                        .type(new JOSEObjectType(purpose))
                        .issuer(clientId)
                        .build(),
                new Payload(text));
        try {
            sealed.encrypt(new DirectEncrypter(key));
        } catch (final JOSEException e) {
            throw new IllegalStateException("The JVM cannot encrypt a cookie.", e);
        }
        return sealed.serialize();
    }

    /** Decrypts a text; null if it was not encrypted for this purpose with one of the keys. */
    @Nullable
    String open(final String purpose, final String sealed) {
        try {
            final JWEObject parsed = JWEObject.parse(sealed);
            final JWEHeader header = parsed.getHeader();
            final OctetSequenceKey key = keys.get(String.valueOf(header.getKeyID()));
            if (key == null
                    || !JWEAlgorithm.DIR.equals(header.getAlgorithm())
                    || !EncryptionMethod.A256GCM.equals(header.getEncryptionMethod())
                    || header.getCompressionAlgorithm() != null
                    || !new JOSEObjectType(purpose).equals(header.getType())
                    || !clientId.equals(header.getIssuer())) {
                return null;
            }
            parsed.decrypt(new DirectDecrypter(key));
            return parsed.getPayload().toString();
        } catch (final ParseException | JOSEException | RuntimeException e) {
            return null; // whatever a client sends is no failure of the server
        }
    }
}
