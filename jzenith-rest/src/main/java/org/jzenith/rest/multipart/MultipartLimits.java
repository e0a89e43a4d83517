package org.jzenith.rest.multipart;

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
record MultipartLimits(long threshold, long maxPart, long maxTotal, int maxParts, int maxHeader, long maxDisk) {}
