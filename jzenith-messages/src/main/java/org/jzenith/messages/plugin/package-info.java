/** For users: {@link org.jzenith.messages.plugin.MessagesPlugin}, which brings topics and their consumers into an application. */
@NullMarked
package org.jzenith.messages.plugin;

import org.jspecify.annotations.NullMarked;
