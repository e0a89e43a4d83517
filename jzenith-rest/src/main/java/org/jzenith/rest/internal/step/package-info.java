/**
 * Internal. The steps that every request may take: check, match, filters, body, resource, call, validation and result. No step
 * knows another. The classes named {@code ..Steps} add them to methods.
 */
@NullMarked
package org.jzenith.rest.internal.step;

import org.jspecify.annotations.NullMarked;
