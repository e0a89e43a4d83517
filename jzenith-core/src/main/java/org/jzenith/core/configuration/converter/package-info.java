/**
 * For users: converters that accept only some values of a type, for {@code @WithConverter} on a setting: those in
 * {@link org.jzenith.core.configuration.converter.Ranges}, and subclasses of the others with their own ranges.
 *
 * <p>They check while a setting is read, so that Hibernate Validator is not loaded for it.
 */
@NullMarked
package org.jzenith.core.configuration.converter;

import org.jspecify.annotations.NullMarked;
