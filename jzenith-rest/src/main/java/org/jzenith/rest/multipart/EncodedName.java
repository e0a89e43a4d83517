package org.jzenith.rest.multipart;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names in the two codings that .NET's clients use for names with other characters than those of ASCII. */
final class EncodedName {

    /** RFC 2047, 2: a charset, B or Q, and the encoded text. */
    private static final Pattern WORD = Pattern.compile("=\\?([^?\\s]+)\\?([BbQq])\\?([^?\\s]*)\\?=");

    private static final Pattern WORDS = Pattern.compile(WORD + "(?:[ \\t]+" + WORD + ")*");

    /** RFC 8187, 3.2.1: a charset, perhaps a language, and the text. */
    private static final Pattern EXTENDED = Pattern.compile("([^'%]+)'[^'%]*'((?:[^%]|%[0-9A-Fa-f]{2})*)");

    private static final int HEXADECIMAL = 16;
    private static final char LAST_ASCII = 0x7f;

    private EncodedName() {}

    /** Returns the text of encoded words; any other value as it is; null if the words cannot be decoded. */
    static @Nullable String ofWords(final String value) {
        if (!WORDS.matcher(value).matches()) {
            return value;
        }
        final StringBuilder text = new StringBuilder();
        final Matcher word = WORD.matcher(value);
        while (word.find()) {
            final byte[] bytes = word.group(2).equalsIgnoreCase("B")
                    ? ofBase64(word.group(3))
                    : ofEscapes(word.group(3).replace('_', ' '), '=');
            final String decoded = bytes == null ? null : text(bytes, word.group(1));
            if (decoded == null) {
                return null;
            }
            text.append(decoded);
        }
        return text.toString();
    }

    /** Returns the text of a value such as {@code UTF-8''%c3%a4.txt}; null if it cannot be decoded. */
    static @Nullable String ofExtended(final String value) {
        final Matcher parts = EXTENDED.matcher(value);
        final byte[] bytes = parts.matches() ? ofEscapes(parts.group(2), '%') : null;
        return bytes == null ? null : text(bytes, parts.group(1));
    }

    private static byte @Nullable [] ofBase64(final String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    private static byte @Nullable [] ofEscapes(final String text, final char escape) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c > LAST_ASCII) {
                return null;
            }
            if (c != escape) {
                bytes.write(c);
                continue;
            }
            final int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), HEXADECIMAL) : -1;
            final int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), HEXADECIMAL);
            if (low < 0) {
                return null;
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return bytes.toByteArray();
    }

    private static @Nullable String text(final byte[] bytes, final String charset) {
        try {
            final String text = Charset.forName(charset)
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.chars().anyMatch(Character::isISOControl) ? null : text;
        } catch (final CharacterCodingException | IllegalArgumentException e) {
            return null;
        }
    }
}
