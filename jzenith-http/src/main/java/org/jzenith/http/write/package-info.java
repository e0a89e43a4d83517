/**
 * For plugins that respond with headers, files or content for many clients: {@link org.jzenith.http.write.ResponseHead} is status and
 * headers, {@link org.jzenith.http.write.FileContent} and {@link org.jzenith.http.write.FilePart} are a file and what is sent of
 * it, and {@link org.jzenith.http.write.SharedPiece} goes to many responses. {@code FileSender}, which is internal, writes a file while
 * the client takes it.
 */
@NullMarked
package org.jzenith.http.write;

import org.jspecify.annotations.NullMarked;
