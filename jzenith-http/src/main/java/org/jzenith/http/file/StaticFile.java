package org.jzenith.http.file;

import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.FileContent;

/**
 * A static file, ready to be sent.
 *
 * @param content the content of the file, or of its variant in another coding
 * @param tag the entity tag
 * @param coding the coding of the content; null if it has none
 * @param varies true if the file exists in several codings
 */
record StaticFile(FileContent content, String tag, @Nullable FileCoding coding, boolean varies) {}
