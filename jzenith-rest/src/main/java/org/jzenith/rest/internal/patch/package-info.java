/**
 * Internal. JSON Patch and JSON Merge Patch: reads their bodies, and changes objects by them. Users take a {@link
 * org.jzenith.rest.body.JsonPatch} or a {@link org.jzenith.rest.body.MergePatch}.
 */
@NullMarked
package org.jzenith.rest.internal.patch;

import org.jspecify.annotations.NullMarked;
