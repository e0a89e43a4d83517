package org.jzenith.javascript.internal.request;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.jzenith.javascript.internal.stream.PulledElements;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptCall;
import org.jzenith.javascript.script.ScriptErrorException;
import org.jzenith.javascript.script.ScriptFunction;
import org.jzenith.javascript.script.ScriptRequest;

/** The members of the request that a handler reads, and conversions between Java and JavaScript. */
final class ScriptValues implements ScriptRequest {

    /** The largest integer that a number in JavaScript represents exactly. */
    private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    /** The name of the error of a promise whose request has ended. */
    static final String ENDED = "RequestEnded";

    private final ScriptTask task;
    private final ScriptRealm realm;
    private final RequestMembers members;

    ScriptValues(final ScriptTask task, final ObjectMapper mapper) {
        this.task = task;
        this.realm = task.realm();
        this.members = new RequestMembers(task.exchange(), realm, mapper);
    }

    RequestMembers members() {
        return members;
    }

    /** Returns a member; path, query and headers as JSON. */
    @Nullable
    Object member(final String name, final @Nullable Value body) {
        return switch (name) {
            case "method" -> task.exchange().request().method().name();
            case "path" -> members.json(task.parameters());
            case "query" -> members.json(members.query());
            case "headers" -> members.json(members.headers());
            case "body" -> body == null ? undefined() : body;
            default -> {
                final ScriptApi api = task.handler().apis().get(name);
                yield api == null ? null : value(api.create(this));
            }
        };
    }

    @Override
    public Exchange exchange() {
        return task.exchange();
    }

    @Override
    public Value value(final @Nullable Object value) {
        if (value instanceof final ScriptCall call) {
            return realm.function("create").execute(with(List.of(call.function()), call));
        }
        if (value == null || value instanceof Boolean || value instanceof String || value instanceof Value) {
            return realm.asValue(value);
        }
        if (value instanceof final Long number && (number > MAX_SAFE_INTEGER || number < -MAX_SAFE_INTEGER)) {
            return realm.expression("BigInt").execute(number.toString());
        }
        if (value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Float
                || value instanceof Short
                || value instanceof Byte) {
            return realm.asValue(((Number) value).doubleValue());
        }
        if (value instanceof final byte[] bytes) {
            return RequestMembers.bytes(realm, bytes);
        }
        return realm.function("parse").execute(members.json(value));
    }

    @Override
    public Value function(final ScriptFunction function) {
        return realm.asValue(task.inContext(arguments -> {
            try {
                return value(function.call(arguments));
            } catch (final PolyglotException e) {
                throw e;
            } catch (final RuntimeException e) {
                return realm.function("raise").execute(error(e));
            }
        }));
    }

    @Override
    public Value object() {
        return realm.function("object").execute();
    }

    @Override
    public Value undefined() {
        return realm.function("undefined").execute();
    }

    @Override
    public <T> Value asyncFunction(
            final String stage,
            final Function<Value[], Maybe<T>> function,
            final Function<? super T, ? extends @Nullable Object> converter) {
        return realm.function("async").execute(task.inContext(arguments -> {
            final Value reject = arguments[1];
            try {
                final Maybe<T> result = function.apply(Arrays.copyOfRange(arguments, 2, arguments.length));
                final PendingPromise<T> promise =
                        new PendingPromise<>(task, this, stage, converter, arguments[0], reject);
                task.add(promise);
                result.subscribe(promise);
            } catch (final PolyglotException e) {
                throw e;
            } catch (final RuntimeException e) {
                reject.executeVoid(error(e));
            }
            return null;
        }));
    }

    /** Resolves a promise with a converted result, which a {@link ScriptCall} creates in the same entry into JavaScript. */
    void resolve(final Value resolve, final @Nullable Object converted) {
        if (converted instanceof final ScriptCall call) {
            realm.function("resolve").executeVoid(with(List.of(resolve, call.function()), call));
        } else {
            resolve.executeVoid(value(converted));
        }
    }

    /** Returns the values of a call behind others. */
    private static @Nullable Object[] with(final List<Value> first, final ScriptCall call) {
        final List<@Nullable Object> all = new ArrayList<>(first);
        all.addAll(call.values());
        return all.toArray();
    }

    /** Rejects the promise of a request that has ended. */
    void rejectEnded(final Value reject) {
        reject.executeVoid(realm.function("error").execute(ENDED, "The request of this promise has ended."));
    }

    @Override
    public <T> Value iterable(
            final String stage,
            final Flowable<T> source,
            final Function<? super T, ? extends @Nullable Object> converter) {
        final PulledElements<T> elements = new PulledElements<>(source, exchange()::executeLater);
        task.add(elements);
        return realm.function("iterable")
                .execute(
                        asyncFunction(
                                stage,
                                none -> elements.next(),
                                batch -> ScriptCall.of(
                                        realm.function("array"),
                                        batch.stream()
                                                .map(each -> value(converter.apply(each)))
                                                .toArray())),
                        function(none -> {
                            task.remove(elements);
                            elements.dispose();
                            return null;
                        }));
    }

    @Override
    public Value expression(final Object key, final Supplier<String> source) {
        return realm.expression(key, source);
    }

    Value error(final Throwable error) {
        if (error instanceof final ScriptException thrown && thrown.error() != null) {
            return thrown.error();
        }
        final boolean named = error instanceof ScriptErrorException;
        final Throwable cause = named && error.getCause() != null ? error.getCause() : error;
        final Value made = realm.function("error")
                .execute(
                        named ? ((ScriptErrorException) error).name() : name(error),
                        String.valueOf(error.getMessage()),
                        cause);
        if (error instanceof final ScriptErrorException known) {
            known.members().forEach((name, value) -> made.putMember(name, value(value)));
        }
        return made;
    }

    @Override
    public Single<Value> await(final Value value) {
        return settled(take -> realm.function("await").executeVoid(value, take));
    }

    @Override
    public Single<Value> call(final Value function, final Object... arguments) {
        return settled(take -> realm.function("run")
                .executeVoid(
                        function,
                        ProxyArray.fromList(Arrays.stream(arguments)
                                .map(each -> (Object) value(each))
                                .toList()),
                        take));
    }

    /** @param work enters JavaScript, which tells the function whether it has succeeded, and the value or the error */
    private Single<Value> settled(final Consumer<ProxyExecutable> work) {
        return Single.create(emitter -> task.execute(() -> realm.turn(
                task,
                () -> work.accept(result -> {
                    if (result[0].asBoolean()) {
                        emitter.onSuccess(result[1]);
                    } else {
                        emitter.tryOnError(ScriptErrors.of(result));
                    }
                    return null;
                }))));
    }

    private static String name(final Throwable error) {
        return error.getClass().getSimpleName();
    }
}
