/**
 * Internal: the addresses at which the listeners of one application would listen, so that no two have the same. The public
 * type is {@link org.jzenith.core.listener.ClaimedAddresses}.
 */
@NullMarked
package org.jzenith.core.listener;

import org.jspecify.annotations.NullMarked;
