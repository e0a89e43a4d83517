/** Internal. The settings of the OpenAPI document, which start with {@code openapi}. */
@NullMarked
package org.jzenith.openapi.internal.configuration;

import org.jspecify.annotations.NullMarked;
