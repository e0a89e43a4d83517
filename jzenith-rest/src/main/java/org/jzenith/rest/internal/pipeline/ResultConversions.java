package org.jzenith.rest.internal.pipeline;

import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.resteasy.OwnProviders;
import org.jzenith.rest.internal.rx.ResultTypes;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.jzenith.rest.pipeline.ResultConversion;
import org.jzenith.rest.pipeline.ResultProvider;

/** The results of other libraries that plugins know. Asks the plugins once for each class. Safe for use by many threads. */
public final class ResultConversions {

    private final List<ResultProvider> plugins;
    private final ResteasyProviderFactory providers;
    private final OwnProviders writersOfSources;

    private final ClassValue<Optional<ResultConversion>> known = new ClassValue<>() {
        @Override
        protected Optional<ResultConversion> computeValue(final Class<?> type) {
            return ask(type);
        }
    };

    /**
     * Creates it.
     *
     * @param plugins are asked in this order
     * @param providers the providers of the application, which come first
     */
    public ResultConversions(final List<ResultProvider> plugins, final ResteasyProviderFactory providers) {
        this.plugins = List.copyOf(plugins);
        this.providers = providers;
        this.writersOfSources = OwnProviders.writers(providers).ofSources(this::awaited);
    }

    /**
     * Looks for how jZenith waits for a result.
     *
     * @param declared the return type of a method
     * @return null if the value is what the method returns
     */
    public Subscriptions.@Nullable ResultType resultType(final Class<?> declared) {
        final Subscriptions.ResultType own = ResultTypes.of(declared, providers);
        final ResultConversion other = own == null ? of(declared) : null;
        if (other == null) {
            return own;
        }
        final Subscriptions.ResultType type = typeOf(other);
        return (returned, subscriptions, check, callback) ->
                type.receive(converted(other, returned), subscriptions, check, callback);
    }

    /** Returns the type that jZenith waits for when a method declares a type; the same if no plugin knows it. */
    public Class<?> awaited(final Class<?> declared) {
        final ResultConversion other = of(declared);
        return other == null ? declared : other.to();
    }

    /** Returns an entity of a response as a type of RxJava 2 or a {@code CompletionStage}; the same if no plugin knows its class. */
    public Object awaited(final Object entity) {
        final ResultConversion other = of(entity.getClass());
        return other == null ? entity : converted(other, entity);
    }

    /** Returns true if a writer of the application may write a source of a declared type, such as {@code Flowable}, as a whole. */
    public boolean mayBeWritten(final Class<?> declared) {
        return writersOfSources.mayConcern(declared, MediaType.WILDCARD_TYPE);
    }

    /** Returns true if a writer of the application writes a source, such as a {@code Flowable}, as a whole. */
    public boolean isWritten(final Object source, final MediaType mediaType) {
        return !writersOfSources.isEmpty() && writersOfSources.mayTake(source.getClass(), mediaType);
    }

    private static Object converted(final ResultConversion conversion, final Object value) {
        return Objects.requireNonNull(
                conversion.conversion().apply(value),
                () -> "The conversion of " + value.getClass().getName() + " returned null.");
    }

    private @Nullable ResultConversion of(final Class<?> type) {
        return plugins.isEmpty() ? null : known.get(type).orElse(null);
    }

    private Optional<ResultConversion> ask(final Class<?> type) {
        if (ResultTypes.of(type, providers) != null) {
            return Optional.empty();
        }
        for (final ResultProvider plugin : plugins) {
            final ResultConversion conversion = plugin.conversionOf(type);
            if (conversion != null) {
                typeOf(conversion);
                return Optional.of(conversion);
            }
        }
        return Optional.empty();
    }

    private Subscriptions.ResultType typeOf(final ResultConversion conversion) {
        final Subscriptions.ResultType type = ResultTypes.of(conversion.to(), providers);
        if (type == null) {
            throw new StartException(StartProblem.of("A ResultProvider converts results to "
                            + conversion.to().getName() + ", which jZenith does not wait for.")
                    .from(conversion.conversion().getClass().getName())
                    .remedy("Convert them to a Single, Maybe, Completable, Flowable, Observable or CompletionStage."));
        }
        return type;
    }
}
