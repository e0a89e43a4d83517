package org.jzenith.messages.internal.configuration;

import io.smallrye.config.ConfigMapping;

/** The prefix of all settings of messages; each topic has its own in {@link TopicConfiguration}. */
@ConfigMapping(prefix = "messages")
public interface MessagesConfiguration {}
