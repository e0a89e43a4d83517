package org.jzenith.javascript.script;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.function.Function;
import java.util.function.Supplier;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;

/** A request that a handler in JavaScript responds to. Used on the event loop of the request. */
@CheckReturnValue
public interface ScriptRequest {

    /**
     * Returns the request and its response.
     *
     * @return the same for the whole request
     */
    Exchange exchange();

    /**
     * Converts a value for JavaScript.
     *
     * @param value null, a boolean, a string, a number (a {@code long} beyond 2^53 - 1 becomes a {@code BigInt}), a {@code byte[]}
     *     (becomes a {@code Uint8Array}), a {@link Value}, or another object, which the application's {@code ObjectMapper} writes as JSON;
     *     in this JSON, numbers beyond 2^53 - 1 are rounded
     * @return the value in JavaScript
     */
    Value value(@Nullable Object value);

    /**
     * Creates a function.
     *
     * @param function is called by JavaScript. An exception is thrown in JavaScript as an {@code Error}; if the handler does not catch
     *     it, the client gets the response that the application has for the exception
     * @return the function in JavaScript
     */
    Value function(ScriptFunction function);

    /**
     * Creates an object.
     *
     * @return a new JavaScript object without members, to which {@link Value#putMember} adds some
     */
    Value object();

    /**
     * Returns {@code undefined}.
     *
     * @return the value, which is not {@code null} of JavaScript
     */
    Value undefined();

    /**
     * Subscribes to a result and promises it to JavaScript. The subscription is disposed when the request ends: by its response, at its
     * deadline, or when the client disconnects.
     *
     * @param stage a constant that names what the request waits for; a client whose deadline passes sees it
     * @param result may arrive on any thread; empty is {@code undefined}, and an error is an {@code Error} as in {@link #function}
     * @param converter converts the result on the event loop of the request to what {@link #value} takes
     * @param <T> the type of the result
     * @return a promise, which is settled on the event loop of the request
     */
    <T> Value promise(String stage, Maybe<T> result, Function<? super T, ? extends @Nullable Object> converter);

    /**
     * Creates a function that returns a promise. A call costs less than one of a {@link #function} that returns a {@link #promise}.
     *
     * @param stage names what the request waits for, as in {@link #promise}
     * @param function is called by JavaScript, and returns what {@link #promise} takes. An exception rejects the promise
     * @param converter converts a result, as in {@link #promise}
     * @param <T> the type of the results
     * @return the function in JavaScript
     */
    <T> Value asyncFunction(
            String stage,
            Function<Value[], Maybe<T>> function,
            Function<? super T, ? extends @Nullable Object> converter);

    /**
     * Offers a source of many elements to JavaScript, which requests them as it iterates, at most 32 ahead. The subscription is disposed when
     * the iteration ends, and when the request ends.
     *
     * @param stage names what the request waits for, as in {@link #promise}
     * @param source is subscribed to when JavaScript asks for the first element; it may emit on any thread
     * @param converter converts an element on the event loop of the request to what {@link #value} takes
     * @param <T> the type of the elements
     * @return an async iterable, for one iteration
     */
    <T> Value iterable(String stage, Flowable<T> source, Function<? super T, ? extends @Nullable Object> converter);

    /**
     * Evaluates an expression, once for each realm.
     *
     * @param source JavaScript; one of at most 1,024 texts, because the values are kept
     * @return the value, which must not change
     */
    default Value expression(final String source) {
        return expression(source, () -> source);
    }

    /**
     * Evaluates an expression, once for each realm and key.
     *
     * @param key stands for the text; immutable, with {@code equals} and {@code hashCode}; one of at most 1,024
     * @param source returns JavaScript, and is called when the realm does not know the key
     * @return the value, which must not change
     */
    Value expression(Object key, Supplier<String> source);

    /**
     * Awaits a value of JavaScript.
     *
     * @param value a promise, or a value that is there
     * @return the value; a rejection is an exception with the JavaScript stack, or the Java exception behind it
     */
    Single<Value> await(Value value);

    /**
     * Calls a function of JavaScript on the event loop of the request, as a turn or as a part of one.
     *
     * @param function can be executed
     * @param arguments what {@link #value} takes
     * @return its result; an error that it throws is an exception as in {@link #await}
     */
    Single<Value> call(Value function, Object... arguments);

    /**
     * Copies the bytes of a typed array.
     *
     * @param array a {@code Uint8Array} or another typed array
     * @return its bytes
     * @throws IllegalArgumentException if it is not a typed array
     */
    static byte[] bytes(final Value array) {
        if (!array.hasMember("BYTES_PER_ELEMENT")) {
            throw new IllegalArgumentException("A value is neither a string nor a Uint8Array.");
        }
        final byte[] bytes = new byte[array.getMember("byteLength").asInt()];
        array.getMember("buffer").readBuffer(array.getMember("byteOffset").asInt(), bytes, 0, bytes.length);
        return bytes;
    }
}
