/**
 * Internal. Files of TLS, as servers and clients read them: {@link org.jzenith.core.internal.tls.CertificateReader} finds what is wrong with
 * them, {@link org.jzenith.core.internal.tls.FileWatch} reads them again when they have changed, and {@link
 * org.jzenith.core.internal.tls.ClientTls} is the TLS of one client.
 */
@NullMarked
package org.jzenith.core.internal.tls;

import org.jspecify.annotations.NullMarked;
