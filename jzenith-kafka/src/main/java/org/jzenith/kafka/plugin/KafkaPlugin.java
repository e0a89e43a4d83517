package org.jzenith.kafka.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import java.util.List;
import java.util.Map;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.kafka.Kafka;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.consumer.GroupHub;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.kafka.internal.topic.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects an application to a Kafka cluster:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(RestPlugin.withResources(PriceResource.class), KafkaPlugin.create())
 *        .withConfiguration("kafka.bootstrap-servers", "kafka-1.example:9092,kafka-2.example:9092")
 *        .run();
 * }</pre>
 *
 * <p>Services inject {@link Kafka}. Startup waits up to {@code kafka.connect-timeout} for a broker before the listeners open, then fails. If
 * the application also works without Kafka, set {@code kafka.required=false}. The application then starts without a broker and connects later.
 * While no broker responds, the health is degraded, not down.
 */
@CheckReturnValue
public final class KafkaPlugin
        implements Plugin, BackgroundWork, BindingRemedies, ConfigurationChecker, GracefulShutdown {

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaPlugin.class);

    private KafkaPlugin() {}

    /**
     * Creates the plugin. Configure it with the settings under {@code kafka}.
     *
     * @return a new plugin
     */
    public static KafkaPlugin create() {
        return new KafkaPlugin();
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public List<Module> modules() {
        return List.of(new KafkaModule());
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(Kafka.class, "Inject the Kafka of the plugin. The settings of kafka configure it.");
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(KafkaConfiguration.class);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> new KafkaProblems(configuration).check());
    }

    /** Waits for a broker, and creates the producer. If no broker responds, startup fails, unless {@code kafka.required} is false. */
    @Override
    public Completable prepare(final Injector injector) {
        final KafkaConnections connections = injector.getInstance(KafkaConnections.class);
        final RecordSender sender = injector.getInstance(RecordSender.class);
        final Configuration configuration = injector.getInstance(Configuration.class);
        final boolean required = configuration.get(KafkaConfiguration.class).required();
        return Completable.fromAction(connections::openTls)
                .andThen(connections
                        .connectFirst()
                        .andThen(sender.open())
                        .onErrorResumeNext(error -> !required && KafkaConnections.isAway(error)
                                ? startWithout(connections, sender, configuration, error)
                                : Completable.error(error)))
                .onErrorResumeNext(error -> Completable.error(new KafkaProblems(configuration).of(error)));
    }

    private static Completable startWithout(
            final KafkaConnections connections,
            final RecordSender sender,
            final Configuration configuration,
            final Throwable error) {
        LOGGER.warn(
                "Cannot reach Kafka at {}: {}. The application starts without it, because {} is false. Sending fails until a broker responds.",
                connections.servers(),
                LogText.escape(String.valueOf(error.getMessage())),
                configuration.key("kafka.required"));
        connections.openLater();
        return sender.open().onErrorComplete(KafkaConnections::isAway);
    }

    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(injector.getInstance(GroupHub.class)::begin);
    }

    /** Ends reading. */
    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(injector.getInstance(GroupHub.class)::stop);
    }

    /** Waits for record handlers in progress, and leaves the groups. */
    @Override
    public Completable drain(final Injector injector) {
        final JZenithConfiguration times = injector.getInstance(JZenithConfiguration.class);
        return injector.getInstance(GroupHub.class).drain(times.stopDelay(), times.drainTimeout());
    }

    @Override
    public Completable close(final Injector injector) {
        injector.getInstance(GroupHub.class).stop();
        return Completable.mergeArrayDelayError(
                injector.getInstance(TransactionPool.class).close(),
                injector.getInstance(RecordSender.class).close(),
                injector.getInstance(KafkaTopics.class).close(),
                Completable.fromAction(injector.getInstance(KafkaConnections.class)::close)
                        .subscribeOn(Schedulers.io()));
    }
}
