/**
 * Internal. Creates resources: by Guice where it can, and otherwise by a constructor that takes, besides bound objects,
 * parameters of the request (Jakarta REST 3.1, section 3.1.2). The public type is {@link
 * org.jzenith.rest.internal.construct.ResourceInstances}.
 */
@NullMarked
package org.jzenith.rest.internal.construct;

import org.jspecify.annotations.NullMarked;
