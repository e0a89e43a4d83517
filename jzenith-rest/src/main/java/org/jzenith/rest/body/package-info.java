/**
 * For users: types of request bodies. {@link org.jzenith.rest.body.MaxBodySize} overrides the size limit for a method,
 * {@link org.jzenith.rest.body.MergePatch} and {@link org.jzenith.rest.body.JsonPatch} change a part of an object,
 * {@link org.jzenith.rest.body.Part} is a part of a multipart form.
 */
@NullMarked
package org.jzenith.rest.body;

import org.jspecify.annotations.NullMarked;
