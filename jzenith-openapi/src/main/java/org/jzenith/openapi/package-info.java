/**
 * For users: an OpenAPI document of the resource methods, and a page that shows it. {@link org.jzenith.openapi.OpenApiPlugin} adds both
 * to an application.
 */
@NullMarked
package org.jzenith.openapi;

import org.jspecify.annotations.NullMarked;
