/**
 * For users: static files, and responses with files. {@link org.jzenith.http.file.StaticFiles} serves folders, {@link
 * org.jzenith.http.file.FileResponse} responds to one request with one file: ranges, conditional requests, media type.
 * Knows nothing of Jakarta REST.
 */
@NullMarked
package org.jzenith.http.file;

import org.jspecify.annotations.NullMarked;
