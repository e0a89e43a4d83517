/**
 * Internal. Finds mistakes in resources at start, which would otherwise show at the first request, or never: {@link
 * org.jzenith.rest.internal.check.ResourceCheck} looks at one class after another. It refuses nothing that Jakarta REST gives a
 * meaning.
 */
@NullMarked
package org.jzenith.rest.internal.check;

import org.jspecify.annotations.NullMarked;
