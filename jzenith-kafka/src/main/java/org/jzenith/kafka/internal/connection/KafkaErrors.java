package org.jzenith.kafka.internal.connection;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.error.KafkaRefusedException;
import org.jzenith.kafka.error.KafkaUnavailableException;

/** Converts the exceptions of the library to those of jZenith. */
public final class KafkaErrors {

    private KafkaErrors() {}

    /**
     * Returns the error that users see.
     *
     * @param action what failed, to stand before a colon, such as {@code Sending to the topic 'prices' failed}
     * @param error of the library, or already typed
     */
    public static KafkaException typed(final String action, final Throwable error) {
        final Throwable cause = unwrapped(error);
        if (cause instanceof final KafkaException typed) {
            return typed;
        }
        final Throwable refusal = refusal(cause);
        return refusal == null
                ? new KafkaUnavailableException(action + ": " + text(cause), cause)
                : new KafkaRefusedException(action + ": " + text(refusal), cause);
    }

    /** Returns an exception for what a method of the library has thrown, which may be an error of a class of the application. */
    public static RuntimeException unchecked(final Throwable thrown) {
        return thrown instanceof final RuntimeException unchecked ? unchecked : new RuntimeException(thrown);
    }

    private static Throwable unwrapped(final Throwable error) {
        final Throwable cause = error.getCause();
        return (error instanceof ExecutionException || error instanceof CompletionException) && cause != null
                ? unwrapped(cause)
                : error;
    }

    /** Returns the reason that a repetition does not change; null if it may succeed. */
    private static @Nullable Throwable refusal(final Throwable error) {
        if (error instanceof TimeoutException) {
            final Throwable cause = error.getCause();
            return cause != null && refusal(cause) != null ? cause : null;
        }
        final boolean lasting = isUnknownTopic(error)
                || error instanceof ConfigException
                || error instanceof SerializationException
                || (error instanceof ApiException && !(error instanceof RetriableException));
        return lasting ? error : null;
    }

    /** Returns the message of an exception of the library on one line, without its full stop. */
    public static String text(final Throwable error) {
        final String message = error.getMessage();
        if (isUnknownTopic(error)) {
            return "the topic does not exist, or this user has no permission to see it";
        }
        final String text =
                message == null || message.isBlank() ? error.getClass().getSimpleName() : message.strip();
        return LogText.escape(text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
    }

    /** Returns true if the topic does not exist, or is one that was deleted. */
    public static boolean isUnknownTopic(final @Nullable Throwable error) {
        return error instanceof UnknownTopicOrPartitionException || error instanceof UnknownTopicIdException;
    }

    /** Returns true if waiting for the metadata of a topic is of no use: this user cannot use it, or its name is not valid. */
    public static boolean isUnusableTopic(final @Nullable Throwable error) {
        return error instanceof AuthorizationException
                || error instanceof AuthenticationException
                || error instanceof InvalidTopicException;
    }

    /** Returns true if the brokers have refused this client, which repeating does not change. */
    public static boolean isRefusedLogin(final Throwable error) {
        return error instanceof AuthenticationException || error instanceof UnsupportedVersionException;
    }

    /** Returns true if a producer cannot be used any more after this error. */
    public static boolean endsProducer(final Throwable error) {
        return error instanceof AuthenticationException
                || error instanceof ClusterAuthorizationException
                || error instanceof TransactionalIdAuthorizationException
                || error instanceof ProducerFencedException
                || error instanceof InvalidProducerEpochException
                || error instanceof FencedInstanceIdException
                || error instanceof OutOfOrderSequenceException
                || error instanceof UnsupportedVersionException
                || (error instanceof org.apache.kafka.common.KafkaException
                        && !(error instanceof ApiException || error instanceof SerializationException));
    }
}
