/**
 * Internal. TLS of a listener: reads certificates and keys from files, chooses the certificate that fits the name for
 * which a client asks, and takes new files while the listener is open. Its public type is {@link
 * org.jzenith.http.internal.tls.ServerTls}.
 */
@NullMarked
package org.jzenith.http.internal.tls;

import org.jspecify.annotations.NullMarked;
