/**
 * Internal: media types as clients write them. The public type is {@link org.jzenith.rest.mediatype.ContentTypeText}.
 */
@NullMarked
package org.jzenith.rest.mediatype;

import org.jspecify.annotations.NullMarked;
