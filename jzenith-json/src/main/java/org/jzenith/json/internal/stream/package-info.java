/**
 * Internal: finds elements, lines and events in a body that arrives in pieces, for the server, the REST client and the test
 * kit. The scanners look at the bytes that separate elements; their callers read the elements.
 */
@NullMarked
package org.jzenith.json.internal.stream;

import org.jspecify.annotations.NullMarked;
