package org.jzenith.javascript.internal.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.script.ScriptErrorException;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.restclient.ClientBinding;
import org.jzenith.restclient.response.RemoteProblemException;

/**
 * The methods of one REST client for JavaScript: of several with one name, that with the number of the arguments is called. Arguments are
 * read as JSON in the types of the parameters.
 */
final class ClientMethods {

    private final ClientBinding client;
    private final Supplier<ObjectMapper> mapper;
    private final Map<String, List<Method>> methods;

    ClientMethods(final ClientBinding client, final Supplier<ObjectMapper> mapper) {
        this.client = client;
        this.mapper = mapper;
        this.methods = Stream.of(client.type().getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .collect(Collectors.groupingBy(Method::getName));
    }

    String name() {
        return client.name();
    }

    Value object(final ScriptRequest request) {
        final Value object = request.object();
        methods.forEach((name, all) ->
                object.putMember(name, request.function(arguments -> call(request, name, all, arguments))));
        return object;
    }

    private Value call(
            final ScriptRequest request, final String name, final List<Method> all, final Value[] arguments) {
        final List<Method> fitting = all.stream()
                .filter(method -> method.getParameterCount() == arguments.length)
                .toList();
        if (fitting.size() != 1) {
            throw new IllegalArgumentException(
                    "http." + client.name() + "." + name + "(..) was called with " + arguments.length
                            + " arguments, but " + (fitting.isEmpty() ? "no method takes" : "several methods take")
                            + " as many in " + client.type().getName() + ".");
        }
        final Method method = fitting.get(0);
        final @Nullable Object[] values = new Object[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = argument(request, method, i, arguments[i]);
        }
        return promise(request, invoke(method, values));
    }

    private @Nullable Object argument(
            final ScriptRequest request, final Method method, final int position, final Value argument) {
        if (argument.isNull()) {
            return null;
        }
        final JavaType type = mapper.get().constructType(method.getGenericParameterTypes()[position]);
        try {
            return mapper.get()
                    .readValue(
                            request.expression("JSON.stringify")
                                    .execute(argument)
                                    .asString(),
                            type);
        } catch (final JsonProcessingException e) {
            if (argument.isString() && isNumberOrBoolean(type)) {
                return number(method, position, argument.asString(), type);
            }
            throw wrongArgument(method, position, type, e);
        }
    }

    private static boolean isNumberOrBoolean(final JavaType type) {
        return type.isPrimitive() || type.isTypeOrSubTypeOf(Number.class) || type.hasRawClass(Boolean.class);
    }

    /** Reads a text, such as a path parameter, as the number or the boolean that a method takes. */
    private @Nullable Object number(final Method method, final int position, final String text, final JavaType type) {
        try {
            return mapper.get().readValue(text, type);
        } catch (final JsonProcessingException e) {
            throw wrongArgument(method, position, type, e);
        }
    }

    private IllegalArgumentException wrongArgument(
            final Method method, final int position, final JavaType type, final JsonProcessingException e) {
        return new IllegalArgumentException(
                "Argument " + (position + 1) + " of http." + client.name() + "." + method.getName()
                        + "(..) cannot be read as " + type.toCanonical() + ": " + e.getOriginalMessage(),
                e);
    }

    private Object invoke(final Method method, final @Nullable Object[] values) {
        try {
            return method.invoke(client.client().get(), values);
        } catch (final InvocationTargetException e) {
            throw e.getCause() instanceof final RuntimeException known
                    ? known
                    : new IllegalStateException(e.getCause());
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(client.type().getName() + " is not accessible. Make it public.", e);
        }
    }

    private Value promise(final ScriptRequest request, final Object result) {
        final String stage = "client " + client.name();
        if (result instanceof final Flowable<?> many) {
            return request.iterable(
                    stage,
                    many.onErrorResumeNext((Throwable error) -> Flowable.error(scriptError(error))),
                    value -> value);
        }
        final Maybe<?> one = result instanceof final Single<?> single
                ? single.toMaybe()
                : result instanceof final Completable completable ? completable.toMaybe() : (Maybe<?>) result;
        return request.promise(
                stage, one.onErrorResumeNext((Throwable error) -> Maybe.error(scriptError(error))), value -> value);
    }

    /** An error status of a service becomes a member. */
    private static Throwable scriptError(final Throwable error) {
        return error instanceof final RemoteProblemException problem
                ? new ScriptErrorException("RemoteProblem", Map.of("status", problem.status()), problem)
                : error;
    }
}
