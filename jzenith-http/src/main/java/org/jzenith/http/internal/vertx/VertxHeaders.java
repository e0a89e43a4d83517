package org.jzenith.http.internal.vertx;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import io.vertx.core.http.impl.headers.Http2HeadersAdaptor;
import java.util.Iterator;
import java.util.Map;

/** The header fields of requests and responses as Vert.x stores them. */
public final class VertxHeaders {

    private VertxHeaders() {}

    /** The fields of a head of HTTP/2, with checks of what is put in. */
    public static final class Http2Fields extends Http2HeadersAdaptor {

        /** The expected number of fields of a small head. */
        private static final int FEW = 8;

        private final Http2Headers head;

        /** Has no fields. */
        public Http2Fields() {
            this(new DefaultHttp2Headers(true, FEW));
        }

        private Http2Fields(final Http2Headers head) {
            super(head);
            this.head = head;
        }

        /** The fields as Netty has them. */
        public Http2Headers head() {
            return head;
        }
    }

    /**
     * Encodes the headers of a response if they are Vert.x's own.
     *
     * @return false if they are not; then nothing has been written
     */
    public static boolean encode(final HttpHeaders headers, final ByteBuf target) {
        if (headers instanceof HeadersMultiMap fields) {
            fields.encode(target);
            return true;
        }
        return false;
    }

    /** The flags of {@link #flags}. */
    public static final class Flag {

        /** A name of {@link #DESCRIBES}, or {@code Host}, occurs several times. */
        public static final int REPEATED = 1;

        /**
         * The request has an {@code Accept}, {@code Accept-Language}, {@code Content-Language}, {@code Content-Type} or
         * {@code Cookie}.
         */
        public static final int DESCRIBES = 2;

        private static final int HOST = 4;
        private static final int ACCEPT = 8;
        private static final int COOKIE = 16;
        private static final int CONTENT_TYPE = 32;
        private static final int ACCEPT_LANGUAGE = 64;
        private static final int CONTENT_LANGUAGE = 128;

        private Flag() {}
    }

    /**
     * Looks for {@code Host} and for the headers that describe bodies and what the client accepts. One call covers them all, because each
     * pass over all fields costs 1 to 2 % of a request with the headers of a browser.
     *
     * @return {@link Flag#REPEATED} and {@link Flag#DESCRIBES}, as far as they are true
     */
    public static int flags(final MultiMap headers) {
        int seen = 0;
        int repeated = 0;
        final Iterator<? extends Map.Entry<? extends CharSequence, ?>> all =
                headers instanceof HeadersMultiMap http1 ? http1.iteratorCharSequence() : headers.iterator();
        while (all.hasNext()) {
            final int one = flag(all.next().getKey());
            if ((seen & one) != 0) {
                repeated = Flag.REPEATED;
            }
            seen |= one;
        }
        return repeated | ((seen & ~Flag.HOST) == 0 ? 0 : Flag.DESCRIBES);
    }

    private static int flag(final CharSequence name) {
        return switch (name.length()) {
            case 4 -> isName(HttpHeaderNames.HOST, name) ? Flag.HOST : 0;
            case 6 ->
                isName(HttpHeaderNames.ACCEPT, name)
                        ? Flag.ACCEPT
                        : isName(HttpHeaderNames.COOKIE, name) ? Flag.COOKIE : 0;
            case 12 -> isName(HttpHeaderNames.CONTENT_TYPE, name) ? Flag.CONTENT_TYPE : 0;
            case 15 -> isName(HttpHeaderNames.ACCEPT_LANGUAGE, name) ? Flag.ACCEPT_LANGUAGE : 0;
            case 16 -> isName(HttpHeaderNames.CONTENT_LANGUAGE, name) ? Flag.CONTENT_LANGUAGE : 0;
            default -> 0;
        };
    }

    @SuppressWarnings("ReferenceEquality") // it is mostly the same object
    private static boolean isName(final AsciiString known, final CharSequence name) {
        return known == name || known.contentEqualsIgnoreCase(name);
    }

    /** Returns true if a name has several fields. */
    public static boolean isRepeated(final MultiMap headers, final CharSequence name) {
        return headers.contains(name) && headers.getAll(name).size() > 1;
    }
}
