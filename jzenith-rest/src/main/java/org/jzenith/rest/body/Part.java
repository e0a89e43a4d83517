package org.jzenith.rest.body;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A part of a multipart form (RFC 7578), read without blocking.
 *
 * <p>A method takes one part with {@code @FormParam("file") Part}, or all parts of one name with {@code @FormParam("file") List<Part>}.
 * jZenith then calls the method when all parts have arrived. If the method takes the body as {@code Flowable<Part>}, jZenith calls it when
 * the body starts:
 *
 * <pre>{@code
 * @POST
 * @Consumes(MediaType.MULTIPART_FORM_DATA)
 * public Single<Long> upload(final Flowable<Part> parts) {
 *     return parts.filter(part -> part.fileName().isPresent())
 *                 .concatMapSingle(part -> part.writeTo(folder.resolve(UUID.randomUUID().toString())))
 *                 .reduce(0L, Long::sum);
 * }
 * }</pre>
 *
 * <p>The content is available until the request ends, and can be read only once, with {@link #content}, {@link #text} or {@link #writeTo}.
 * All methods may be called on any thread.
 */
@CheckReturnValue
public interface Part {

    /**
     * Returns the name of the form's field.
     *
     * @return the text that the client has sent, without control characters
     */
    String name();

    /**
     * Returns the file name that the client has sent, without a path. It can be any text, so do not use it as the name of a file on the
     * server.
     *
     * @return empty if the part is not a file, or has no name
     */
    Optional<String> fileName();

    /**
     * Returns the media type that the client has sent.
     *
     * @return {@code text/plain} if the client has sent none (RFC 7578, 4.4)
     */
    MediaType mediaType();

    /**
     * Returns all headers of the part.
     *
     * @return an unmodifiable map with case-insensitive names
     */
    MultivaluedMap<String, String> headers();

    /**
     * Returns the content for one subscriber, with back-pressure to the socket or the temporary file. In a {@code Flowable<Part>}, jZenith
     * reads no more of the body while the content has a subscriber that requests nothing. If the next part is requested before the content
     * has a subscriber, jZenith keeps the content in memory or in a temporary file until it is subscribed to. Content whose subscription is
     * disposed is skipped.
     *
     * @return emits on the event loop of the request, with its context. It fails if the body is malformed or exceeds a limit, if the
     *     request ends, and for a second subscriber
     */
    Flowable<Buffer> content();

    /**
     * Returns the content as text, in the charset of {@link #mediaType}, or else UTF-8. The text takes up memory of
     * {@code rest.max-parsed-bodies} until the request ends. If too little of it is left, the call fails, and by default the client gets a
     * 503.
     *
     * @param maxBytes the maximum number of bytes of the content; larger content is an error, and by default the client gets a 413
     * @return the text
     */
    Single<String> text(int maxBytes);

    /**
     * Writes the content to a new file that only the user of the process may read and write. Content that is already in a temporary file is
     * moved. An incomplete file is deleted.
     *
     * @param target the file to create; fails if it exists
     * @return the size of the file in bytes, when it is complete
     */
    Single<Long> writeTo(Path target);
}
