/**
 * Internal. Reads the head of a request once: its target, which is checked and normalised, its id, lists, cookies and languages in
 * headers, the client that a proxy forwards, and the deadline that a trusted peer sets. Templates and prefixes of paths are here, too.
 * The types know no exchange, only the {@code RequestExecutor} that runs the work of a request.
 */
@NullMarked
package org.jzenith.http.internal.request;

import org.jspecify.annotations.NullMarked;
