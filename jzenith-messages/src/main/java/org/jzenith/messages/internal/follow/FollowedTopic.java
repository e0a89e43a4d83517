package org.jzenith.messages.internal.follow;

import io.reactivex.Completable;
import org.jzenith.messages.engine.MessageEngine;

/**
 * A topic that can be followed.
 *
 * @param name the name of the topic
 * @param engine has its log
 * @param open opens it on the engine, unless that has been done
 * @param reader reads its messages
 */
public record FollowedTopic(String name, MessageEngine engine, Completable open, MessageReader reader) {}
