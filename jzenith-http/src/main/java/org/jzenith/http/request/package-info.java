/**
 * For plugins that serve HTTP: how a request is read. {@link org.jzenith.http.request.MalformedRequestException}
 * refuses a request, and {@link org.jzenith.http.request.Networks} has the addresses of trusted proxies. The other types read
 * the head of a request once: its target, which is checked and normalised, its id, the client that a proxy forwards, and the
 * deadline that a trusted peer sets. They know no exchange, only the {@code RequestExecutor} that runs the work of a request.
 */
@NullMarked
package org.jzenith.http.request;

import org.jspecify.annotations.NullMarked;
