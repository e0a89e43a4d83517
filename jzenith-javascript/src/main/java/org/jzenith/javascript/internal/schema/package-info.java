/** Internal. JSON Schemas of request bodies; the only package that uses {@code json-schema-validator}. */
@NullMarked
package org.jzenith.javascript.internal.schema;

import org.jspecify.annotations.NullMarked;
