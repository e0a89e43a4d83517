package org.jzenith.rest.internal.multipart;

import java.util.Optional;
import org.jzenith.core.configuration.DataSize;

/**
 * The limits of one body.
 *
 * @param threshold bytes of a part; a larger one is written to a file
 * @param maxPart bytes of a part
 * @param maxTotal bytes of the whole body
 * @param maxParts their number
 * @param maxHeader bytes of the headers of a part, and of what is outside of all parts
 * @param maxDisk bytes in files
 */
record MultipartLimits(long threshold, long maxPart, long maxTotal, int maxParts, int maxHeader, long maxDisk) {

    static MultipartLimits of(final MultipartConfiguration settings) {
        return new MultipartLimits(
                settings.memoryThreshold().bytes(),
                bytes(settings.maxPartSize()),
                bytes(settings.maxTotalSize()),
                settings.maxParts(),
                settings.maxHeaderSize().toInt(),
                settings.maxDiskPerRequest().bytes());
    }

    private static long bytes(final Optional<DataSize> limit) {
        return limit.map(DataSize::bytes).orElse(Long.MAX_VALUE);
    }
}
