/**
 * Internal. Finds the name that was meant where an unknown one was written: a key, a flag, a plugin. The public type is
 * {@link org.jzenith.core.suggestion.Suggestions}.
 */
@NullMarked
package org.jzenith.core.suggestion;

import org.jspecify.annotations.NullMarked;
