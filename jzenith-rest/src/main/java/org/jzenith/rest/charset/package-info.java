/**
 * Internal: bodies in other charsets than UTF-8, converted while they arrive. The public type is {@link
 * org.jzenith.rest.charset.Utf8Body}.
 */
@NullMarked
package org.jzenith.rest.charset;

import org.jspecify.annotations.NullMarked;
