/**
 * For users: messages between the parts of an application, its instances, and services: typed {@link org.jzenith.messages.Topic topics} and their consumers.
 * {@code org.jzenith.messages.plugin.MessagesPlugin} brings them into an application.
 */
@NullMarked
package org.jzenith.messages;

import org.jspecify.annotations.NullMarked;
