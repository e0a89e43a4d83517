/** For users: the identities of client certificates, which an application implements to know its clients. */
@NullMarked
package org.jzenith.security.certificate;

import org.jspecify.annotations.NullMarked;
