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
 * <p>A method takes one with {@code @FormParam("file") Part}, several of one name with {@code @FormParam("file")
 * List<Part>}; then all parts have arrived when the method is called. Or it takes the body as {@code Flowable<Part>}; then it
 * is called when the body starts:
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
 * <p>The content is there until the request has ended, and is taken once: by {@link #content}, {@link #text} or {@link #writeTo}.
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
     * Returns the name of the file, as the client says it. Without a path, but otherwise any text: do not use it as the name of a
     * file of yours.
     *
     * @return empty if the part is not a file, or has no name
     */
    Optional<String> fileName();

    /**
     * Returns the type of the content, as the client says it.
     *
     * @return {@code text/plain} if the client does not say it (RFC 7578, 4.4)
     */
    MediaType mediaType();

    /**
     * Returns all headers of the part.
     *
     * @return an unmodifiable map with case-insensitive names
     */
    MultivaluedMap<String, String> headers();

    /**
     * Returns the content, for one subscriber, with demand down to the socket or the temporary file. In a {@code Flowable<Part>}:
     * while the content has a subscriber that asks for nothing, nothing more of the body is read. A content that has no
     * subscriber when the next part is asked for is kept, in memory or in a temporary file, until it is subscribed to. A
     * content that is disposed is skipped.
     *
     * @return emits on the event loop of the request, with its context. An error if the body is malformed or breaks a limit,
     *     if the request ends, and for a second subscriber
     */
    Flowable<Buffer> content();

    /**
     * Returns the content as text, in the charset of {@link #mediaType}, or else UTF-8. It reserves memory in {@code
     * rest.max-parsed-bodies} until the request ends; without room, it fails with an error that gets a 503.
     *
     * @param maxBytes the maximum number of bytes of the content; a larger one is an error, which gets a 413 if the
     *     method does not handle it
     * @return the text
     */
    Single<String> text(int maxBytes);

    /**
     * Writes the content to a new file that only the user of the process may read and write. A content that is in a temporary
     * file already is moved there. A file that is not complete is deleted.
     *
     * @param target the file to create; fails if it exists
     * @return the size of the file in bytes, when it is complete
     */
    Single<Long> writeTo(Path target);
}
