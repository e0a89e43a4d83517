package org.jzenith.rest.internal.rx;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Providers;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jzenith.http.write.SharedPiece;

/** A format of streams that a feature brings. Safe for use by many threads. */
public interface StreamFormat {

    /**
     * Returns true if streams of a media type have this format.
     *
     * @param type the media type of a response
     */
    boolean isFor(MediaType type);

    /**
     * Adds the headers of such a stream, unless they are set.
     *
     * @param headers the headers of the response
     */
    void addHeaders(MultivaluedMap<String, Object> headers);

    /**
     * Starts a stream.
     *
     * @param bodies finds the writers of elements
     * @param elementType the element type that the resource method declares
     * @param annotations the annotations of the resource method
     * @return writes its elements
     */
    ElementWriter elements(Providers bodies, Type elementType, Annotation[] annotations);

    /** The subscriber of a stream, which takes a piece that many connections have without a request for it. */
    interface PieceSubscriber {

        /**
         * Sends a piece now, if all that came before it is sent and the connection takes more. Called on the event loop,
         * perhaps without the context of the request.
         *
         * @param piece is encoded
         * @return false if nothing was sent
         */
        boolean trySend(SharedPiece piece);
    }
}
