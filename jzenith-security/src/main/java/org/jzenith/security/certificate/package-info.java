/**
 * For users: authentication by the client certificate that TLS has verified. {@link
 * org.jzenith.security.certificate.CertificateIdentities} decides in code who a certificate is.
 */
@NullMarked
package org.jzenith.security.certificate;

import org.jspecify.annotations.NullMarked;
