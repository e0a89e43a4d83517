/**
 * Internal. Bean Validation of bodies, parameters, resources and results.
 *
 * <p>Which methods have constraints is decided once, at start; the others cost nothing. Violations name the location in
 * the request, {@code name} or {@code query.limit}, in the language that the client asks for and in English otherwise.
 * {@link org.jzenith.rest.internal.validation.ValidationFeature} is the public type.
 */
@NullMarked
package org.jzenith.rest.internal.validation;

import org.jspecify.annotations.NullMarked;
