/**
 * For plugins that respond with headers, files or content for many clients: {@link org.jzenith.http.write.ResponseHead} is status and
 * headers, {@link org.jzenith.http.write.FileContent} and {@link org.jzenith.http.write.FilePart} are a file and what is sent of
 * it, and {@link org.jzenith.http.write.SharedPiece} goes to many responses. {@code ResponseWriter} writes a response to the
 * connection and alone sets the headers that frame it, with {@code Http2Response} over HTTP/2 and {@code AddedHeaders} for those
 * that guards and handlers add to any response; {@code TurnWriter} writes content whose encoding takes time, and {@code
 * FileSender} writes a file while the client takes it. They know of the exchange only its {@code RequestExecutor}.
 */
@NullMarked
package org.jzenith.http.write;

import org.jspecify.annotations.NullMarked;
