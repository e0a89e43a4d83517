/**
 * Internal. Bodies that methods take as a {@code Flowable}: bytes, the elements of JSON, NDJSON or CSV, or the parts of a
 * multipart form, read with back-pressure while they arrive.
 */
@NullMarked
package org.jzenith.rest.internal.elements;

import org.jspecify.annotations.NullMarked;
