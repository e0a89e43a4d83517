/**
 * Internal: the elements of JSON arrays, NDJSON and server-sent events, split from the pieces of a response.
 */
@NullMarked
package org.jzenith.restclient.internal.stream;

import org.jspecify.annotations.NullMarked;
