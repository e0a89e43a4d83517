package org.jzenith.core.internal.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which tools write keys. */
final class PemFileTest {

    private static final String ENCRYPTION = "PBEWithHmacSHA256AndAES_256";

    /** The identifier of the encryption of PKCS#5, version 2. */
    private static final String PBES2 = "06092a864886f70d01050d";

    /** The identifiers of the curves P-256 and P-384. */
    private static final String[] CURVES = {"06082a8648ce3d030107", "06052b81040022"};

    private static KeyPair keys(final String type, final int size) throws Exception {
        final KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
        if (size > 0) {
            generator.initialize(size);
        }
        return generator.generateKeyPair();
    }

    /** Returns an RSA key of arbitrary numbers, which is encoded like a real one: finding primes takes up to 20 s. */
    private static PrivateKey ofSize(final int size) throws Exception {
        final BigInteger whole = BigInteger.ONE.shiftLeft(size).subtract(BigInteger.valueOf(3));
        final BigInteger half = BigInteger.ONE.shiftLeft(size / 2).subtract(BigInteger.valueOf(5));
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new RSAPrivateCrtKeySpec(
                        whole, BigInteger.valueOf(65_537), whole.shiftRight(1), half, half, half, half, half));
    }

    private static byte[] pem(final String type, final byte[] content) {
        return ("Bag Attributes\n-----BEGIN " + type + "-----\n"
                        + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type + "-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] element(final int tag, final byte[] content) {
        final ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (content.length > 127) {
            element.write(0x81);
        }
        element.write(content.length);
        element.writeBytes(content);
        return element.toByteArray();
    }

    private static byte[] joined(final byte[]... parts) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void pkcs8(final String type) throws Exception {
        final PrivateKey key = keys(type, 0).getPrivate();
        assertThat(PemFile.key(pem("PRIVATE KEY", key.getEncoded()), null)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 2048, 4096})
    void pkcs1(final int size) throws Exception {
        final PrivateKey key = ofSize(size);
        final byte[] pkcs8 = key.getEncoded();
        // what PKCS#8 has around it: SEQUENCE of 4 bytes, version of 3, algorithm of 15, OCTET STRING of 4
        final byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 26, pkcs8.length);
        assertThat(PemFile.key(pem("RSA PRIVATE KEY", pkcs1), null)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void sec1(final int curve) throws Exception {
        final ECPrivateKey key =
                (ECPrivateKey) keys("EC", curve == 0 ? 256 : 384).getPrivate();
        final byte[] secret = element(4, unsigned(key.getS(), curve == 0 ? 32 : 48));
        final byte[] name = element(0xa0, HexFormat.of().parseHex(CURVES[curve]));
        final byte[] sec1 = element(0x30, joined(new byte[] {2, 1, 1}, secret, name));
        assertThat(((ECPrivateKey) PemFile.key(pem("EC PRIVATE KEY", sec1), null)).getS())
                .isEqualTo(key.getS());
        assertThatThrownBy(() ->
                        PemFile.key(pem("EC PRIVATE KEY", element(0x30, joined(new byte[] {2, 1, 1}, secret))), null))
                .hasMessageContaining("does not name a curve");
        assertThatThrownBy(() -> PemFile.key(pem("EC PRIVATE KEY", Arrays.copyOf(sec1, 20)), null))
                .isInstanceOf(PemFile.UnreadableException.class);
    }

    private static byte[] unsigned(final BigInteger value, final int length) {
        final byte[] bytes = value.toByteArray();
        final byte[] padded = new byte[length];
        final int used = Math.min(length, bytes.length);
        System.arraycopy(bytes, bytes.length - used, padded, length - used, used);
        return padded;
    }

    @Test
    void encryptedPkcs8() throws Exception {
        final PrivateKey key = keys("EC", 256).getPrivate();
        final SecretKey password =
                SecretKeyFactory.getInstance(ENCRYPTION).generateSecret(new PBEKeySpec("secret".toCharArray()));
        final Cipher cipher = Cipher.getInstance(ENCRYPTION);
        cipher.init(Cipher.ENCRYPT_MODE, password);
        final AlgorithmParameters parameters = cipher.getParameters();
        final byte[] file = pem(
                "ENCRYPTED PRIVATE KEY",
                element(
                        0x30,
                        joined(
                                element(0x30, joined(HexFormat.of().parseHex(PBES2), parameters.getEncoded())),
                                element(4, cipher.doFinal(key.getEncoded())))));
        assertThat(PemFile.key(file, "secret")).isEqualTo(key);
        assertThatThrownBy(() -> PemFile.key(file, "guess")).hasMessage("The password cannot decrypt its key.");
        assertThatThrownBy(() -> PemFile.key(file, null)).hasMessage("Its key is encrypted, and no password is set.");
    }

    @Test
    void encryptionOfOldOpenSslIsExplained() {
        final byte[] file = ("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\nAAAA\n"
                        + "-----END RSA PRIVATE KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> PemFile.key(file, "secret")).hasMessageContaining("openssl pkcs8 -topk8");
    }

    @Test
    void whatIsNoKeyIsRefused() {
        assertThatThrownBy(() -> PemFile.key(new byte[] {1, 2, 3}, null))
                .hasMessage("It has no BEGIN PRIVATE KEY block.");
        assertThatThrownBy(() -> PemFile.key(pem("PRIVATE KEY", new byte[] {1, 2, 3}), null))
                .hasMessage("Its key is not an RSA, EC or EdDSA key.");
        assertThatThrownBy(() -> PemFile.certificates(pem("CERTIFICATE", new byte[] {1, 2, 3})))
                .hasMessage("One of its certificates cannot be read.");
    }
}
