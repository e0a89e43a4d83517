/**
 * How resource classes are made: by Guice where it can, and otherwise by a constructor that takes, beside what Guice
 * provides, parameters of the request (Jakarta REST 3.1, section 3.1.2). The door is {@link
 * org.jzenith.rest.construct.ResourceInstances}.
 */
@NullMarked
package org.jzenith.rest.construct;

import org.jspecify.annotations.NullMarked;
