package org.jzenith.messages.internal.topic;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.function.BiFunction;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;

/**
 * A consumer of the application.
 *
 * @param name distinguishes the consumers of a topic
 * @param type the injector makes an object of it for each message
 * @param handler called on an event loop
 * @param line the line of the application's code that adds the consumer
 */
public record ConsumerDefinition(
        Topic<?> topic,
        String name,
        Class<?> type,
        BiFunction<Injector, Message<?>, Completable> handler,
        String line) {}
