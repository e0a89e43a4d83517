/** Internal. Followers of topics, which share one subscription to the engine for each topic. */
@NullMarked
package org.jzenith.messages.internal.follow;

import org.jspecify.annotations.NullMarked;
