/**
 * For users. What resource methods say about the bodies of their requests: {@link org.jzenith.rest.body.MaxBodySize} sets
 * the largest body of a method in the place of the setting for all. {@link org.jzenith.rest.body.MergePatch} and
 * {@link org.jzenith.rest.body.JsonPatch} are bodies that change a part of an object,
 * {@link org.jzenith.rest.body.Part} is a part of a form.
 */
@NullMarked
package org.jzenith.rest.body;

import org.jspecify.annotations.NullMarked;
