package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.JWEObject.State;
import java.text.ParseException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CookieCipherTest {

    private static final String OLD = OidcApplication.KEY;
    private static final String NEW = OidcApplication.OTHER_KEY;

    private final CookieCipher cipher = CookieCipher.of("shop", List.of(OLD));

    @Test
    void firstKeyEncryptsAndAllDecrypt() {
        final CookieCipher rotated = CookieCipher.of("shop", List.of(NEW, OLD));

        assertThat(rotated.open("a", cipher.seal("a", "text"))).isEqualTo("text");
        assertThat(cipher.open("a", rotated.seal("a", "text"))).isNull();
        assertThat(CookieCipher.of("shop", List.of(NEW)).open("a", cipher.seal("a", "text")))
                .isNull();
    }

    @Test
    void textIsForOnePurposeAndOneClient() {
        final String sealed = cipher.seal("login", "text");

        assertThat(cipher.open("session", sealed)).isNull();
        assertThat(CookieCipher.of("stock", List.of(OLD)).open("login", sealed)).isNull();
    }

    @Test
    void changedTextDoesNotOpen() throws ParseException {
        final String sealed = cipher.seal("session", "text");
        final JWEObject parsed = JWEObject.parse(sealed);
        assertThat(parsed.getState()).isEqualTo(State.ENCRYPTED);
        final String header = new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM)
                .keyID(parsed.getHeader().getKeyID())
                .issuer("shop")
                .type(new JOSEObjectType("login"))
                .build()
                .toBase64URL()
                .toString();

        assertThat(cipher.open("login", header + sealed.substring(sealed.indexOf('.'))))
                .as("relabelled")
                .isNull();
        assertThat(cipher.open("session", sealed.substring(0, sealed.length() - 2)))
                .as("truncated")
                .isNull();
        assertThat(cipher.open("session", "")).isNull();
        assertThat(cipher.open("session", "....")).isNull();
        assertThat(cipher.open("session", "x".repeat(100_000))).isNull();
    }

    @Test
    void twoTextsHaveNothingInCommon() {
        assertThat(cipher.seal("session", "text")).isNotEqualTo(cipher.seal("session", "text"));
    }

    @Test
    void keyOfAnotherLengthIsRefused() {
        assertThatThrownBy(() -> CookieCipher.of("shop", List.of("c2hvcnQ=")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it has 5 bytes instead of 32");
        assertThatThrownBy(() -> CookieCipher.of("shop", List.of("no base64 at all")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
