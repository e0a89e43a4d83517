package org.jzenith.rest.express;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;

/** The types of results that take the lane. */
enum Result {
    SINGLE {
        @Override
        void receive(final Object returned, final Journey journey) {
            journey.subscriptions().receive((Single<?>) returned, journey.check(), journey);
        }

        @Override
        Object of(final @Nullable Object value) {
            return value == null ? Single.error(new NullPointerException()) : Single.just(value);
        }

        @Override
        Object failed(final Throwable error) {
            return Single.error(error);
        }
    },
    MAYBE {
        @Override
        void receive(final Object returned, final Journey journey) {
            journey.subscriptions().receive((Maybe<?>) returned, journey.check(), journey);
        }

        @Override
        Object of(final @Nullable Object value) {
            return value == null ? Maybe.empty() : Maybe.just(value);
        }

        @Override
        Object failed(final Throwable error) {
            return Maybe.error(error);
        }
    },
    COMPLETABLE {
        @Override
        void receive(final Object returned, final Journey journey) {
            journey.subscriptions().receive((Completable) returned, journey.check(), journey);
        }

        @Override
        Object of(final @Nullable Object value) {
            return Completable.complete();
        }

        @Override
        Object failed(final Throwable error) {
            return Completable.error(error);
        }

        @Override
        Type bodyType(final Type declared) {
            return Void.class;
        }
    },
    VALUE {
        @Override
        void receive(final Object returned, final Journey journey) {
            journey.onResult(returned);
        }

        @Override
        @Nullable
        Object of(final @Nullable Object value) {
            return value;
        }

        @Override
        Object failed(final Throwable error) {
            throw new IllegalStateException("A value that is there does not fail.", error);
        }

        @Override
        Type bodyType(final Type declared) {
            return declared;
        }
    };

    /** Brings the journey the value of what a method returned. */
    abstract void receive(Object returned, Journey journey);

    /** What a method returns whose value is there already. */
    abstract @Nullable Object of(@Nullable Object value);

    /** What a method returns that has failed. */
    abstract Object failed(Throwable error);

    Type bodyType(final Type declared) {
        return ((ParameterizedType) declared).getActualTypeArguments()[0];
    }

    /** Null if only RESTEasy can answer with such a result. */
    static @Nullable Result of(final ResourceMethod method, final boolean comesLater) {
        final Class<?> type = method.getReturnType();
        if (type == Completable.class) {
            return COMPLETABLE;
        }
        if (type == Single.class || type == Maybe.class) {
            final Result result = type == Single.class ? SINGLE : MAYBE;
            final Type declared = method.getGenericReturnType();
            return declared instanceof ParameterizedType && result.bodyType(declared) != Response.class ? result : null;
        }
        final boolean mayComeLater = comesLater || type.isAssignableFrom(CompletableFuture.class);
        return mayComeLater || type == void.class || type == Response.class ? null : VALUE;
    }
}
