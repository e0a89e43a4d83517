/** Internal. The topics of the application, and what it publishes. */
@NullMarked
package org.jzenith.messages.internal.topic;

import org.jspecify.annotations.NullMarked;
