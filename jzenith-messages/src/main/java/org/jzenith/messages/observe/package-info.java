/** Events of messages, for observers. */
@NullMarked
package org.jzenith.messages.observe;

import org.jspecify.annotations.NullMarked;
