/** Tests of the OpenAPI document. */
@NullMarked
package org.jzenith.openapi;

import org.jspecify.annotations.NullMarked;
