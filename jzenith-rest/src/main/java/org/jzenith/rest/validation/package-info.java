/**
 * Bean Validation at the resource's door: bodies, parameters, the resource itself and results.
 *
 * <p>Which methods have constraints is decided once, at start; the others cost nothing. Violations are told in the
 * client's words, {@code name} or {@code query.limit}, in the language that the client asks for and in English
 * otherwise. {@link org.jzenith.rest.validation.RequestValidation} is the door.
 */
@NullMarked
package org.jzenith.rest.validation;

import org.jspecify.annotations.NullMarked;
