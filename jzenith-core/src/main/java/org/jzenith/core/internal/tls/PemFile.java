package org.jzenith.core.internal.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Certificates and keys in a PEM file (RFC 7468). */
final class PemFile {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.+?)-----END \\1-----", Pattern.DOTALL);

    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    /** The algorithm of an RSA key as PKCS#8 names it: rsaEncryption, NULL. */
    private static final String RSA = "300d06092a864886f70d0101010500";

    /** The object identifier of keys on elliptic curves, id-ecPublicKey. */
    private static final String EC = "06072a8648ce3d0201";

    private static final String VERSION_0 = "020100";

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int PARAMETERS = 0xa0;

    /** A file that does not hold what it should; the message is a sentence. */
    static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnreadableException(final String message, final @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    private record Block(String type, String text) {

        byte[] bytes() throws UnreadableException {
            try {
                return Base64.getMimeDecoder().decode(text);
            } catch (final IllegalArgumentException e) {
                throw new UnreadableException("Its block " + type + " is not Base64.", e);
            }
        }
    }

    private PemFile() {}

    private static List<Block> blocks(final byte[] file) {
        final Matcher found = BLOCK.matcher(new String(file, StandardCharsets.ISO_8859_1));
        final List<Block> blocks = new ArrayList<>();
        while (found.find()) {
            blocks.add(new Block(found.group(1), found.group(2)));
        }
        return blocks;
    }

    /** All certificates of a file, in their order; at least one. */
    static List<X509Certificate> certificates(final byte[] file) throws UnreadableException {
        final List<X509Certificate> certificates = new ArrayList<>();
        for (final Block block : blocks(file)) {
            if (block.type().equals("CERTIFICATE") || block.type().equals("X509 CERTIFICATE")) {
                certificates.add(certificate(block.bytes()));
            }
        }
        if (certificates.isEmpty()) {
            throw new UnreadableException("It has no BEGIN CERTIFICATE block.", null);
        }
        return certificates;
    }

    private static X509Certificate certificate(final byte[] der) throws UnreadableException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (final CertificateException e) {
            throw new UnreadableException("One of its certificates cannot be read.", e);
        }
    }

    /** The first private key of a file. */
    static PrivateKey key(final byte[] file, final @Nullable String password) throws UnreadableException {
        for (final Block block : blocks(file)) {
            if (block.text().contains("ENCRYPTED") && block.type().endsWith("PRIVATE KEY")) {
                throw new UnreadableException(
                        "Its key is encrypted in OpenSSL's old format. 'openssl pkcs8 -topk8' converts it.", null);
            }
            final @Nullable KeySpec spec = switch (block.type()) {
                case "PRIVATE KEY" -> new PKCS8EncodedKeySpec(block.bytes());
                case "ENCRYPTED PRIVATE KEY" -> decrypted(block.bytes(), password);
                case "RSA PRIVATE KEY" -> new PKCS8EncodedKeySpec(pkcs8(bytes(RSA), block.bytes()));
                case "EC PRIVATE KEY" ->
                    new PKCS8EncodedKeySpec(pkcs8(element(SEQUENCE, bytes(EC), curve(block.bytes())), block.bytes()));
                default -> null; // OpenSSL writes the parameters of a curve before the key
            };
            if (spec != null) {
                return key(spec);
            }
        }
        throw new UnreadableException("It has no BEGIN PRIVATE KEY block.", null);
    }

    private static PrivateKey key(final KeySpec spec) throws UnreadableException {
        GeneralSecurityException last = null;
        for (final String type : KEY_TYPES) {
            try {
                return KeyFactory.getInstance(type).generatePrivate(spec);
            } catch (final GeneralSecurityException e) {
                last = e;
            }
        }
        throw new UnreadableException("Its key is not an RSA, EC or EdDSA key.", last);
    }

    private static KeySpec decrypted(final byte[] der, final @Nullable String password) throws UnreadableException {
        if (password == null) {
            throw new UnreadableException("Its key is encrypted, and no password is set.", null);
        }
        try {
            final EncryptedPrivateKeyInfo encrypted = new EncryptedPrivateKeyInfo(der);
            final AlgorithmParameters parameters = encrypted.getAlgParameters();
            // PBES2 names the algorithm in its parameters
            final String algorithm =
                    parameters != null && encrypted.getAlgName().startsWith("PBES2")
                            ? parameters.toString()
                            : encrypted.getAlgName();
            final Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray())),
                    parameters);
            return encrypted.getKeySpec(cipher);
        } catch (final InvalidKeySpecException e) {
            throw new UnreadableException("The password cannot decrypt its key.", e);
        } catch (final IOException | GeneralSecurityException e) {
            throw new UnreadableException("Its key is encrypted in a way that the JVM does not support.", e);
        }
    }

    private static byte[] bytes(final String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] pkcs8(final byte[] algorithm, final byte[] key) {
        return element(SEQUENCE, bytes(VERSION_0), algorithm, element(OCTET_STRING, key));
    }

    /** The curve that an EC key names (RFC 5915): the first element with the tag [0]. */
    private static byte[] curve(final byte[] key) throws UnreadableException {
        try {
            int at = contentOf(key, 0);
            while (at < key.length) {
                final int content = contentOf(key, at);
                final int end = content + lengthAt(key, at);
                if ((key[at] & 0xff) == PARAMETERS) {
                    return Arrays.copyOfRange(key, content, end);
                }
                at = end;
            }
        } catch (final IndexOutOfBoundsException e) {
            throw new UnreadableException("Its EC key is incomplete.", e);
        }
        throw new UnreadableException(
                "Its EC key does not name a curve. 'openssl pkcs8 -topk8 -nocrypt' converts it.", null);
    }

    /** Returns the index of the content of the DER element at an index. */
    private static int contentOf(final byte[] der, final int at) {
        return at + 2 + ((der[at + 1] & 0x80) == 0 ? 0 : der[at + 1] & 0x7f);
    }

    private static int lengthAt(final byte[] der, final int at) {
        if ((der[at + 1] & 0x80) == 0) {
            return der[at + 1];
        }
        int length = 0;
        for (int i = at + 2; i < contentOf(der, at); i++) {
            length = (length << 8) | (der[i] & 0xff);
        }
        return length;
    }

    private static byte[] element(final int tag, final byte[]... contents) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final byte[] content : contents) {
            all.writeBytes(content);
        }
        final ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (all.size() < 0x80) {
            element.write(all.size());
        } else {
            element.writeBytes(new byte[] {(byte) 0x82, (byte) (all.size() >> 8), (byte) all.size()});
        }
        element.writeBytes(all.toByteArray());
        return element.toByteArray();
    }
}
