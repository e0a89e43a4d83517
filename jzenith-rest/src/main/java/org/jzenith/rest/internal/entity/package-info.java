/**
 * Internal. Readers and writers of the standard entity types, and checks of the headers that describe an entity: media type,
 * charset and content coding (RFC 9110, 8.3 and 8.4). Text is UTF-8 by default.
 */
@NullMarked
package org.jzenith.rest.internal.entity;

import org.jspecify.annotations.NullMarked;
