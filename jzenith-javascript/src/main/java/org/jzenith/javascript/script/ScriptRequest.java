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

/** A request to a JavaScript handler. Call the methods on the event loop of the request. */
@CheckReturnValue
public interface ScriptRequest {

    /**
     * Returns the request and its response.
     *
     * @return the same object at each call
     */
    Exchange exchange();

    /**
     * Converts a value for JavaScript.
     *
     * @param value null, a boolean, a string, a number (a {@code long} beyond 2^53 - 1 becomes a {@code BigInt}), a {@code byte[]} (becomes
     *     a {@code Uint8Array}), a {@link Value}, a {@link ScriptCall}, or any other object. The application's {@code ObjectMapper} converts other objects to
     *     JSON, in which numbers beyond 2^53 - 1 are rounded
     * @return the JavaScript value
     */
    Value value(@Nullable Object value);

    /**
     * Creates a function.
     *
     * @param function the code that JavaScript calls. JavaScript catches an exception as an {@code Error}. If the handler does not catch
     *     it, the client gets the response to which the application maps the exception
     * @return the function in JavaScript
     */
    Value function(ScriptFunction function);

    /**
     * Creates an object.
     *
     * @return a new JavaScript object without members; add members with {@link Value#putMember}
     */
    Value object();

    /**
     * Returns {@code undefined}.
     *
     * @return JavaScript's {@code undefined}, which is different from its {@code null}
     */
    Value undefined();

    /**
     * Subscribes to a result, and returns a promise of it for JavaScript. jZenith disposes the subscription when the request ends: after
     * the response, at the deadline, or when the client disconnects.
     *
     * @param stage a constant name of the work that the request waits for; if the deadline passes meanwhile, the client's 503 contains it
     * @param result the result, which may arrive on any thread; an empty result becomes {@code undefined}, and an error becomes an {@code
     *     Error} as in {@link #function}
     * @param converter converts the result to a value that {@link #value} accepts, on the event loop of the request
     * @param <T> the type of the result
     * @return a promise, which is settled on the event loop of the request
     */
    default <T> Value promise(
            final String stage,
            final Maybe<T> result,
            final Function<? super T, ? extends @Nullable Object> converter) {
        return asyncFunction(stage, none -> result, converter).execute();
    }

    /**
     * Creates a function that returns a promise. It is faster than a {@link #function} that returns a {@link #promise}.
     *
     * @param stage the name of the work that the request waits for, as in {@link #promise}
     * @param function the code that JavaScript calls; its result is handled as in {@link #promise}. An exception rejects the promise
     * @param converter converts each result, as in {@link #promise}
     * @param <T> the type of the results
     * @return the function in JavaScript
     */
    <T> Value asyncFunction(
            String stage,
            Function<Value[], Maybe<T>> function,
            Function<? super T, ? extends @Nullable Object> converter);

    /**
     * Creates an async iterable of a source's elements. JavaScript requests elements as it iterates, at most 32 ahead. jZenith disposes the
     * subscription when the iteration or the request ends.
     *
     * @param stage the name of the work that the request waits for, as in {@link #promise}
     * @param source the source, which may emit on any thread; jZenith subscribes when JavaScript requests the first element
     * @param converter converts each element to a value that {@link #value} accepts, on the event loop of the request
     * @param <T> the type of the elements
     * @return an async iterable that JavaScript can iterate once
     */
    <T> Value iterable(String stage, Flowable<T> source, Function<? super T, ? extends @Nullable Object> converter);

    /**
     * Evaluates an expression, once for each realm.
     *
     * @param source the JavaScript expression; use at most 1,024 different expressions, because each realm keeps the values
     * @return the value, which must not change
     */
    default Value expression(final String source) {
        return expression(source, () -> source);
    }

    /**
     * Evaluates an expression, once for each realm and key.
     *
     * @param key identifies the expression; immutable, with {@code equals} and {@code hashCode}; use at most 1,024 different keys
     * @param source returns the JavaScript expression; called when the realm does not know the key yet
     * @return the value, which must not change
     */
    Value expression(Object key, Supplier<String> source);

    /**
     * Awaits a JavaScript value.
     *
     * @param value a promise, or any other value
     * @return the value; if the promise is rejected, an exception with the JavaScript stack, or the Java exception that caused the
     *     rejection
     */
    Single<Value> await(Value value);

    /**
     * Calls a JavaScript function on the event loop of the request, in the current turn or in a new one.
     *
     * @param function an executable value
     * @param arguments values that {@link #value} accepts
     * @return the function's result; an error becomes an exception as in {@link #await}
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
