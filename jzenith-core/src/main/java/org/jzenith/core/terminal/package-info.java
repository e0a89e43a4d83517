/**
 * Internal. Finds out whether what is printed goes to a terminal, and how wide and how colourful it may be there. The public
 * type is {@link org.jzenith.core.terminal.Terminal}.
 */
@NullMarked
package org.jzenith.core.terminal;

import org.jspecify.annotations.NullMarked;
