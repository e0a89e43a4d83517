package org.jzenith.cache.internal.load;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.disposables.SerialDisposable;
import io.reactivex.subjects.CompletableSubject;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.internal.configuration.CacheConfiguration;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.cache.SharedCacheStore.Message;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All caches of this instance, and what it learns from others. Safe for use by many threads. */
public final class CacheRuntime implements GaugeSource {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.cache.Cache");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");
    private static final Duration FIRST_MESSAGE = Duration.ofSeconds(2);
    private static final long RETRY_MILLIS = 1_000;

    /** A name is a part of the code, never a value of a client. */
    private static final int MOST_CACHES = 1_000;

    private final CacheConfiguration configuration;
    private final Sharing sharing;
    private final LoadThreads threads;
    private final ObjectMapper mapper;
    private final Map<String, Registered> registered = new TreeMap<>();
    private final ConcurrentHashMap<String, NamedCache> caches = new ConcurrentHashMap<>();
    private final SerialDisposable subscription = new SerialDisposable();
    private volatile boolean begun;

    /** A cache whose times may not be known yet. */
    private record Registered(JavaType type, CacheCounters counters) {}

    /**
     * Creates it without caches.
     *
     * @param store null if instances share nothing
     */
    public CacheRuntime(
            final Injector injector, final CacheConfiguration configuration, final @Nullable SharedCacheStore store) {
        this.configuration = configuration;
        this.sharing = new Sharing(store);
        this.threads = new LoadThreads(injector);
        this.mapper = Json.mapper(injector);
    }

    /**
     * Registers a name.
     *
     * @throws IllegalArgumentException if it is not a valid name
     * @throws IllegalStateException if it has another type already
     */
    public void register(final String name, final Type type) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name
                            + "' is not a valid name of a cache. Use lower-case letters, digits and hyphens, such as products.");
        }
        final JavaType wanted = mapper.constructType(type);
        synchronized (registered) {
            final Registered present = registered.get(name);
            if (present == null && registered.size() == MOST_CACHES) {
                throw new IllegalStateException(
                        "There are " + MOST_CACHES + " caches. Use a constant as the name of a cache, not a key.");
            }
            if (present != null && !present.type().equals(wanted)) {
                throw new IllegalStateException("The cache '" + name + "' has values of the type "
                        + present.type().toCanonical() + ", not " + wanted.toCanonical()
                        + ". Use another name for one of the two caches.");
            }
            if (present == null) {
                registered.put(name, new Registered(wanted, new CacheCounters()));
            }
            if (present == null && begun) {
                LOGGER.warn(
                        "The cache '{}' was created after startup, so metrics do not show it. Create it in the constructor of a singleton.",
                        name);
            }
        }
    }

    /**
     * Returns a registered cache. The first call decides its times.
     *
     * @throws IllegalStateException if the cache has other times already
     */
    public NamedCache open(final String name, final CacheOptions options) {
        final NamedCache cache = caches.computeIfAbsent(name, first -> create(name, options));
        if (!cache.options().equals(options)) {
            throw new IllegalStateException("The cache '" + name + "' is used with " + cache.options() + " and with "
                    + options + ". Use the same times everywhere, or another name.");
        }
        return cache;
    }

    private NamedCache create(final String name, final CacheOptions options) {
        final Registered known;
        synchronized (registered) {
            known = Objects.requireNonNull(registered.get(name));
        }
        final CacheSettings settings = CacheSettings.of(configuration, name, options);
        if (settings.refresh() >= settings.expiry() && settings.refresh() != Long.MAX_VALUE) {
            LOGGER.warn(
                    "The values of the cache '{}' are never refreshed, because they expire after {} ms, before the "
                            + "refresh after {} ms. Set a longer expiry.",
                    name,
                    TimeUnit.NANOSECONDS.toMillis(settings.expiry()),
                    TimeUnit.NANOSECONDS.toMillis(settings.refresh()));
        }
        return new NamedCache(name, known.type(), options, settings, known.counters(), sharing, threads, mapper);
    }

    /** Returns the gauges of all caches that are registered now. */
    @Override
    public List<Gauge> gauges() {
        final List<Gauge> gauges = new ArrayList<>();
        synchronized (registered) {
            registered.forEach((name, each) -> gauges.addAll(each.counters().gauges(name, () -> caches.get(name))));
        }
        return gauges;
    }

    /** Says what is shared, and receives the messages of the other instances. */
    public Completable begin() {
        return Completable.defer(() -> {
            begun = true;
            final SharedCacheStore store = sharing.store();
            warnOfUnknownSettings();
            warnOfSizes();
            if (store == null) {
                LOGGER.info(
                        "Caches: {}. Each instance of the application has its own values, because there is no shared store. Add RedisPlugin to share them.",
                        names());
                return Completable.complete();
            }
            LOGGER.info("Caches: {}, shared by all instances through {}.", names(), store.name());
            return listen(store);
        });
    }

    private String names() {
        synchronized (registered) {
            return registered.isEmpty() ? "none" : String.join(", ", registered.keySet());
        }
    }

    private void warnOfUnknownSettings() {
        final List<String> unknown;
        synchronized (registered) {
            unknown = configuration.caches().keySet().stream()
                    .filter(name -> !registered.containsKey(name))
                    .sorted()
                    .toList();
        }
        if (!unknown.isEmpty()) {
            LOGGER.warn(
                    "There are settings for caches that the application does not create at startup: {}. The caches are {}.",
                    unknown.stream().map(name -> "cache." + name).collect(Collectors.joining(", ")),
                    names());
        }
    }

    /** Each cache has a limit; objects take several times the size of their JSON. */
    private void warnOfSizes() {
        final long sum;
        synchronized (registered) {
            sum = registered.keySet().stream()
                    .mapToLong(name -> CacheSettings.of(configuration, name, CacheOptions.NONE)
                            .maxBytes())
                    .sum();
        }
        final long heap = Runtime.getRuntime().maxMemory();
        if (sum > heap / 4) {
            LOGGER.warn(
                    "Together, the caches may take {}, as JSON, but the heap has only {}. Lower cache.max-size or "
                            + "cache.NAME.max-size until the sum is at most a quarter of the heap.",
                    new DataSize(sum),
                    new DataSize(heap));
        }
    }

    /** Completes when the first message has arrived, or the store seems to be away; fails if it refuses this application. */
    private Completable listen(final SharedCacheStore store) {
        final CompletableSubject heard = CompletableSubject.create();
        subscription.set(store.messages()
                .doOnError(error -> {
                    sharing.failed(error);
                    final String remedy = store.remedy(error);
                    sharing.setDeaf(remedy != null);
                    caches.values().forEach(NamedCache::forgetAll);
                    if (remedy != null) {
                        heard.onError(new StartException(StartProblem.of(
                                        "Redis does not permit this application to receive messages about caches.")
                                .remedy(remedy)));
                    }
                })
                .retryWhen(errors -> errors.delay(RETRY_MILLIS, TimeUnit.MILLISECONDS))
                .subscribe(
                        message -> {
                            received(message);
                            heard.onComplete();
                        },
                        sharing::failed));
        return heard.timeout(FIRST_MESSAGE.toMillis(), TimeUnit.MILLISECONDS, Completable.complete());
    }

    private void received(final Message message) {
        if (message instanceof final Message.Invalidated invalidated) {
            ifPresent(invalidated.cache(), cache -> cache.forget(invalidated.key()));
        } else if (message instanceof final Message.AllInvalidated invalidated) {
            ifPresent(invalidated.cache(), NamedCache::forgetAll);
        } else if (message instanceof final Message.LoadEnded ended) {
            ifPresent(ended.cache(), cache -> cache.loadEnded(ended.key(), ended.outcome()));
        } else {
            sharing.setDeaf(false);
            caches.values().forEach(NamedCache::forgetAll);
        }
    }

    private void ifPresent(final String name, final Consumer<NamedCache> action) {
        final NamedCache cache = caches.get(name);
        if (cache != null) {
            action.accept(cache);
        }
    }

    /** Lets other instances load what this one is loading, while the store is still open. Callers still get their values. */
    public Completable drain() {
        return Completable.defer(() -> {
            caches.values().forEach(NamedCache::handOver);
            return threads.whenIdle().andThen(sharing.whenFinished());
        });
    }

    /** Ends the loads. */
    public Completable close() {
        subscription.dispose();
        final Completable ended = threads.close();
        caches.values().forEach(NamedCache::stop);
        return ended;
    }
}
