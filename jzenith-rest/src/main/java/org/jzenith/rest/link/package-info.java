/**
 * For users: URIs of resource methods. {@link org.jzenith.rest.link.Links} is injected into resources and services.
 */
@NullMarked
package org.jzenith.rest.link;

import org.jspecify.annotations.NullMarked;
