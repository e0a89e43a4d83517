/**
 * Internal. Writes responses: of results ({@code WriteResponse}), of failures ({@code FailureResponse}), through response
 * filters, interceptors and writers ({@code EntityWriting}) or, where none takes part, in one step ({@code Representations}).
 */
@NullMarked
package org.jzenith.rest.internal.write;

import org.jspecify.annotations.NullMarked;
