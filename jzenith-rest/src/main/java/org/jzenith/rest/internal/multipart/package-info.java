/**
 * Internal: bodies of the type {@code multipart/form-data} (RFC 7578), parsed while they arrive, with their limits and temporary
 * files. The public type is {@link org.jzenith.rest.internal.multipart.MultipartForms}; what methods take is {@link
 * org.jzenith.rest.body.Part} and Jakarta REST's {@code EntityPart}.
 */
@NullMarked
package org.jzenith.rest.internal.multipart;

import org.jspecify.annotations.NullMarked;
