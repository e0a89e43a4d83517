package org.jzenith.rest.internal.multipart;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;

/**
 * The {@code Content-Disposition} of a part (RFC 7578, 4.2). It may have what the clients of .NET send: encoded words (RFC 2047), and a
 * further file name in the extended notation (RFC 8187), which overrides the other (RFC 6266, 4.3).
 *
 * @param name the name of the field
 * @param fileName without a path; null if there is none
 */
record Disposition(String name, @Nullable String fileName) {

    static Disposition read(final @Nullable String header) {
        if (header == null) {
            throw Refusal.malformed("A part of the body has no Content-Disposition.");
        }
        return new HeaderReader(header).read();
    }

    /** Reads a header from left to right. */
    private static final class HeaderReader {

        /** The rest of a header after a quoted value: nothing, or a further parameter. */
        private static final Pattern AFTER_VALUE =
                Pattern.compile("[ \t]*+(?:$|;[ \t]*+(?:$|[^=; \t\"]++[ \t]*+=[ \t]*+(?:\"|[^; \t\"]*+(?:[; \t]|$))))");

        private final String text;
        private int position;
        private @Nullable String name;
        private @Nullable String fileName;
        private @Nullable String extendedName;

        HeaderReader(final String text) {
            this.text = text;
        }

        Disposition read() {
            if (!token().equals("form-data")) {
                throw Refusal.malformed("A part of the body has a Content-Disposition other than form-data.");
            }
            for (skipSpace(); position < text.length(); skipSpace()) {
                expect(';');
                skipSpace();
                if (position < text.length()) {
                    readParameter();
                }
            }
            if (name == null) {
                throw Refusal.malformed("A part of the body has no name in its Content-Disposition.");
            }
            final String extended = extendedName == null ? null : EncodedName.ofExtended(extendedName);
            final String sent = extended != null ? extended : fileName == null ? null : EncodedName.ofWords(fileName);
            final String field = EncodedName.ofWords(name);
            if (field == null || (sent == null && (extendedName != null || fileName != null))) {
                throw Refusal.malformed("The part '" + ContentTypes.shown(name)
                        + "' has a name in its Content-Disposition that cannot be decoded.");
            }
            return new Disposition(field, sent == null ? null : withoutPath(sent));
        }

        private void readParameter() {
            final String parameter = token();
            skipSpace();
            expect('=');
            skipSpace();
            final String value = position < text.length() && text.charAt(position) == '"' ? quoted() : unquoted();
            switch (parameter) {
                case "name" -> name = once(name, value);
                case "filename" -> fileName = once(fileName, value);
                case "filename*" -> extendedName = once(extendedName, value);
                default -> {} // others are ignored
            }
        }

        private static String once(final @Nullable String before, final String value) {
            if (before != null) {
                throw malformed();
            }
            return value;
        }

        private String token() {
            final int from = position;
            while (position < text.length() && "=; \t\"".indexOf(text.charAt(position)) < 0) {
                position++;
            }
            if (from == position) {
                throw malformed();
            }
            return text.substring(from, position).toLowerCase(Locale.ROOT);
        }

        private String unquoted() {
            final int from = position;
            while (position < text.length() && "; \t\"".indexOf(text.charAt(position)) < 0) {
                position++;
            }
            return text.substring(from, position);
        }

        /**
         * Reads a quoted value. Browsers do not escape with a backslash (WHATWG HTML, 4.10.21.8); other clients escape quotes and
         * backslashes with it (RFC 9110, 5.6.4). Before any other character, as in the path of a file, it stands for itself.
         */
        private String quoted() {
            final StringBuilder value = new StringBuilder();
            for (position++; position < text.length(); position++) {
                char c = text.charAt(position);
                if (c == '"') {
                    position++;
                    return value.toString();
                }
                if (c == '\\' && isEscape()) {
                    position++;
                    c = text.charAt(position);
                }
                value.append(c);
            }
            throw malformed();
        }

        /** A quote after a backslash ends the value if the header ends there, or goes on with a parameter. */
        private boolean isEscape() {
            final int next = position + 1;
            return next < text.length()
                    && (text.charAt(next) == '\\'
                            || (text.charAt(next) == '"'
                                    && !AFTER_VALUE
                                            .matcher(text)
                                            .region(next + 1, text.length())
                                            .lookingAt()));
        }

        private void skipSpace() {
            while (position < text.length() && (text.charAt(position) == ' ' || text.charAt(position) == '\t')) {
                position++;
            }
        }

        private void expect(final char expected) {
            if (position >= text.length() || text.charAt(position) != expected) {
                throw malformed();
            }
            position++;
        }

        private static RuntimeException malformed() {
            return Refusal.malformed("A part of the body has a malformed Content-Disposition.");
        }

        /** RFC 7578, 4.2: only the last part of a path is used. */
        private static @Nullable String withoutPath(final String sent) {
            final String last = sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
            return last.isEmpty() || last.equals(".") || last.equals("..") ? null : last;
        }
    }

    /** Names in the two codings that .NET's clients use for names with other characters than those of ASCII. */
    private static final class EncodedName {

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
}
