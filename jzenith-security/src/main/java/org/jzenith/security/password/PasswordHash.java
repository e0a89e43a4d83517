package org.jzenith.security.password;

import com.password4j.Argon2Function;
import com.password4j.BcryptFunction;
import com.password4j.PBKDF2Function;
import com.password4j.types.Argon2;
import com.password4j.types.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hash of a password; its prefix names the format. The cost of a hash is bounded, because each login attempt pays it. Immutable.
 */
final class PasswordHash {

    private static final Pattern ARGON2 = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=(\\d{1,9}),t=(\\d{1,9}),p=(\\d{1,9})\\$[A-Za-z0-9+/]{11,}\\$[A-Za-z0-9+/]{16,}");
    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");

    /** The modular crypt format of passlib: base 64 with a dot for the plus sign, and without padding. */
    private static final Pattern PBKDF2 =
            Pattern.compile("\\$pbkdf2-(sha256|sha512)\\$(\\d{1,9})\\$([A-Za-z0-9./]{11,})\\$([A-Za-z0-9./]{22,})");

    private static final int MAX_MEMORY_KIB = 128 * 1024;
    private static final int MAX_ARGON2_ITERATIONS = 20;
    private static final int MAX_PARALLELISM = 8;
    private static final int LEAST_BCRYPT_COST = 4;
    private static final int MAX_BCRYPT_COST = 15;
    private static final int MAX_PBKDF2_ITERATIONS = 5_000_000;

    /** The second parameter set that OWASP recommends: 19 MiB and two iterations. */
    private static final int MEMORY_KIB = 19 * 1024;

    private static final int ITERATIONS = 2;
    private static final int OUTPUT_BYTES = 32;
    private static final int SALT_BYTES = 16;

    private final String text;
    private final Predicate<byte[]> check;

    private PasswordHash(final String text, final Predicate<byte[]> check) {
        this.text = text;
        this.check = check;
    }

    /**
     * Reads a hash.
     *
     * @throws IllegalArgumentException if the format is unknown or the cost is too high; the message does not contain the hash
     */
    static PasswordHash of(final String text) {
        final Matcher argon2 = ARGON2.matcher(text);
        if (argon2.matches()) {
            atMost("m", argon2.group(1), MAX_MEMORY_KIB);
            atMost("t", argon2.group(2), MAX_ARGON2_ITERATIONS);
            atMost("p", argon2.group(3), MAX_PARALLELISM);
            return new PasswordHash(
                    text,
                    password -> Argon2Function.getInstanceFromHash(text)
                            .check(password, text.getBytes(StandardCharsets.US_ASCII)));
        }
        final Matcher bcrypt = BCRYPT.matcher(text);
        if (bcrypt.matches()) {
            atMost("cost", bcrypt.group(1), MAX_BCRYPT_COST);
            if (Integer.parseInt(bcrypt.group(1)) < LEAST_BCRYPT_COST) {
                throw new IllegalArgumentException("The hash has a cost of less than " + LEAST_BCRYPT_COST + ".");
            }
            return new PasswordHash(
                    text,
                    password -> BcryptFunction.getInstanceFromHash(text)
                            .check(password, text.getBytes(StandardCharsets.US_ASCII)));
        }
        final Matcher pbkdf2 = PBKDF2.matcher(text);
        if (pbkdf2.matches()) {
            atMost("number of iterations", pbkdf2.group(2), MAX_PBKDF2_ITERATIONS);
            return new PasswordHash(text, pbkdf2(pbkdf2));
        }
        throw new IllegalArgumentException(
                "The hash is neither argon2id ($argon2id$v=19$..), nor bcrypt ($2b$..), nor PBKDF2"
                        + " ($pbkdf2-sha256$.. or $pbkdf2-sha512$..).");
    }

    private static void atMost(final String parameter, final String value, final int most) {
        final int number = Integer.parseInt(value);
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(
                    "The hash has " + parameter + " " + number + "; the allowed range is 1 to " + most + ".");
        }
    }

    /** Returns a new argon2id hash of a password. */
    static String ofPassword(final String password) {
        final byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, 1, OUTPUT_BYTES, Argon2.ID)
                .hash(password.getBytes(StandardCharsets.UTF_8), salt)
                .getResult();
    }

    private static Predicate<byte[]> pbkdf2(final Matcher parts) {
        final Hmac hmac = Hmac.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
        final int iterations = Integer.parseInt(parts.group(2));
        final byte[] salt = decoded(parts.group(3));
        final byte[] expected = decoded(parts.group(4));
        return password -> MessageDigest.isEqual(
                expected,
                PBKDF2Function.getInstance(hmac, iterations, expected.length * Byte.SIZE)
                        .hash(password, salt)
                        .getBytes());
    }

    private static byte[] decoded(final String text) {
        return Base64.getDecoder().decode(text.replace('.', '+'));
    }

    /** Computes the hash of a password, and returns true if it is this one. Takes about 50 ms of CPU time. */
    boolean matches(final byte[] password) {
        return check.test(password);
    }

    /** Returns the hash as it is stored. */
    String text() {
        return text;
    }
}
