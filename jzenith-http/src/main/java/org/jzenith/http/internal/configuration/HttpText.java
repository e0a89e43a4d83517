package org.jzenith.http.internal.configuration;

import org.jzenith.core.configuration.converter.TextConverter;

/** Text of the forms that HTTP has. */
@SuppressWarnings("serial")
public final class HttpText {

    private HttpText() {}

    /** The name of a method or a header (RFC 9110, 5.6.2), or an asterisk for any. */
    public static final class Token extends TextConverter {

        public Token() {
            super("[!#$%&'*+.^_`|~0-9A-Za-z-]+", "the name of a header or an HTTP method");
        }
    }

    /** The value of a header (RFC 9110, 5.5), of one line. */
    public static final class FieldValue extends TextConverter {

        public FieldValue() {
            super("[!-~]([ -~]*[!-~])?", "the value of a header");
        }
    }

    /** The value of {@code X-Frame-Options} (RFC 7034). */
    public static final class FrameOptions extends TextConverter {

        public FrameOptions() {
            super("DENY|SAMEORIGIN", "DENY or SAMEORIGIN");
        }
    }

    /** The value of {@code Strict-Transport-Security} (RFC 6797). */
    public static final class TransportSecurity extends TextConverter {

        public TransportSecurity() {
            super(
                    "max-age=\\d+( *; *(includeSubDomains|preload))*",
                    "a value such as max-age=31536000; includeSubDomains");
        }
    }

    /** Media types in which an asterisk stands for any characters. */
    public static final class MediaTypes extends TextConverter {

        public MediaTypes() {
            super("[^*/;,\\s]+/[^*/;,\\s]*\\*?[^*/;,\\s]*", "a media type such as text/* or application/json");
        }
    }

    /** A content coding that bodies of requests may have (RFC 9110, 8.4.1). */
    public static final class Coding extends TextConverter {

        public Coding() {
            super("gzip|deflate|br|zstd", "gzip, deflate, br or zstd");
        }
    }

    /** A path, or the start of paths. */
    public static final class AbsolutePath extends TextConverter {

        public AbsolutePath() {
            super("/[^?#;{}\\p{Cntrl}]*", "a path that begins with /, such as /api");
        }
    }

    /** A path that stands for itself and all below it. */
    public static final class PlainPath extends TextConverter {

        public PlainPath() {
            super(
                    "/[A-Za-z0-9._~!$&'()*+=:@/-]*[A-Za-z0-9_~!$&'()*+=:@-]",
                    "a path such as /health, without % and without / at its end");
        }
    }

    /** Permissions of a file. */
    public static final class FileMode extends TextConverter {

        public FileMode() {
            super("[0-7]{3}", "three octal digits such as 660");
        }
    }
}
