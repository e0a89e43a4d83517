/**
 * Internal. Where settings come from: {@link org.jzenith.core.configuration.source.ApplicationFiles} finds and reads the
 * files, {@link org.jzenith.core.configuration.source.Profiles} selects what counts in this run, and {@link
 * org.jzenith.core.configuration.source.Source} gives SmallRye the result.
 */
@NullMarked
package org.jzenith.core.configuration.source;

import org.jspecify.annotations.NullMarked;
