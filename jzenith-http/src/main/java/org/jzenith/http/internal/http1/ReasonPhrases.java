package org.jzenith.http.internal.http1;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statuses in words, as RFC 9110 and RFC 8470 have them; Netty has the words of older standards for some. */
public final class ReasonPhrases {

    private static final Map<Integer, String> RENAMED = Map.of(
            413, "Content Too Large",
            414, "URI Too Long",
            416, "Range Not Satisfiable",
            422, "Unprocessable Content",
            425, "Too Early");

    private ReasonPhrases() {}

    /**
     * The phrase of the status line, and the title of a problem that has no other.
     *
     * @param status the status of the response
     * @return a value such as {@code Not Found}
     */
    public static String of(final int status) {
        final String renamed = RENAMED.get(status);
        return renamed == null ? HttpResponseStatus.valueOf(status).reasonPhrase() : renamed;
    }

    /**
     * The phrase where it is not the one of Netty.
     *
     * @param status the status of the response
     * @return null where Netty has the phrase of the standard
     */
    public static @Nullable String renamed(final int status) {
        return RENAMED.get(status);
    }
}
