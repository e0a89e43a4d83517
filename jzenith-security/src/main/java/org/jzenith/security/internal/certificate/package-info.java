/** Internal. Authentication by the certificate of a TLS client, whose names rules of the settings or the application identify. */
@NullMarked
package org.jzenith.security.internal.certificate;

import org.jspecify.annotations.NullMarked;
