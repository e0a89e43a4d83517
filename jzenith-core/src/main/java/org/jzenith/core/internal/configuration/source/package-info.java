/**
 * Internal. Where settings come from: {@link org.jzenith.core.internal.configuration.source.ApplicationFiles} finds and reads the
 * files, {@link org.jzenith.core.internal.configuration.source.Profiles} selects what counts in this run, and {@link
 * org.jzenith.core.internal.configuration.source.Source} gives SmallRye the result.
 */
@NullMarked
package org.jzenith.core.internal.configuration.source;

import org.jspecify.annotations.NullMarked;
