package org.jzenith.rest.internal.deployment;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.argument.ParameterReaders;
import org.jzenith.rest.internal.check.FeatureCheck;
import org.jzenith.rest.internal.rx.StreamFormat;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.StepProvider;

/** Collects what features add to the resource methods of a listener. For the thread that starts the application. */
public final class RestFeatureContext {

    private final Injector injector;
    private final ResteasyProviderFactory providers;
    private final long maxTokens;
    private final long maxBufferedResponses;
    private final List<ParameterReaders> parameters;
    private final List<Runnable> opening = new ArrayList<>();
    private final List<Completable> closing = new ArrayList<>();

    /** The steps of plugins, then those of features. */
    final List<StepProvider> steps;

    final List<ArgumentProvider> arguments;
    final List<StreamFormat> formats = new ArrayList<>();
    final List<FeatureCheck> checks = new ArrayList<>();

    RestFeatureContext(final Injector injector, final ResteasyProviderFactory providers, final Deployment.Parts parts) {
        this.injector = injector;
        this.providers = providers;
        this.maxTokens = parts.bodies().maxTokens();
        this.maxBufferedResponses = parts.maxBufferedResponses();
        this.steps = new ArrayList<>(parts.components().steps());
        this.arguments = new ArrayList<>(parts.components().arguments());
        this.parameters = new ArrayList<>(parts.components().contexts());
    }

    /** Returns the objects of the listener's plugin, among them the settings of features. */
    public Injector injector() {
        return injector;
    }

    /** Returns RESTEasy's providers. Those of the application are added after those of the features. */
    public ResteasyProviderFactory providers() {
        return providers;
    }

    /** Returns the maximum number of tokens of a document. */
    public long maxTokens() {
        return maxTokens;
    }

    /** Returns the bytes of responses that may wait for clients. */
    public long maxBufferedResponses() {
        return maxBufferedResponses;
    }

    /** Adds a provider object, such as a reader or writer. It is used where the application has none. */
    public void addProvider(final Object provider) {
        Deployment.registerBuiltin(providers, provider);
    }

    /** Adds steps, behind those of plugins and of the features before. */
    public void addSteps(final StepProvider provider) {
        steps.add(provider);
    }

    /** Adds a kind of arguments, behind those of plugins and of the features before. */
    public void addArguments(final ArgumentProvider provider) {
        arguments.add(provider);
    }

    /** Adds the readers of a kind of parameters. */
    public void addParameters(final ParameterReaders readers) {
        parameters.add(readers);
    }

    /** Adds a format of streams. */
    public void addStreamFormat(final StreamFormat format) {
        formats.add(format);
    }

    /** Adds a check of resources. */
    public void addCheck(final FeatureCheck check) {
        checks.add(check);
    }

    /** Adds work that blocks before the listener opens. */
    public void onOpen(final Runnable work) {
        opening.add(work);
    }

    /** Adds work for when the listener has closed. */
    public void onClose(final Completable work) {
        closing.add(work);
    }

    void open() {
        opening.forEach(Runnable::run);
    }

    Completable close() {
        return Completable.mergeDelayError(closing);
    }

    @Nullable
    ArgumentReader readerOf(final Parameter parameter, final ResteasyProviderFactory factory) {
        return parameters.stream()
                .map(each -> each.readerOf(parameter, factory))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
