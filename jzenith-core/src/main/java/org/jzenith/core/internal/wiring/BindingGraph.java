package org.jzenith.core.internal.wiring;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.HasDependencies;
import com.google.inject.spi.InjectionPoint;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The bound keys of an injector, and what each needs. */
final class BindingGraph {

    private static final int LONGEST_CHAIN = 8;

    private final Map<Key<?>, Collection<Dependency<?>>> needs = new LinkedHashMap<>();

    /** @param injector null for a graph without keys */
    BindingGraph(final @Nullable Injector injector) {
        if (injector != null) {
            injector.getAllBindings()
                    .forEach((key, binding) -> needs.put(
                            key,
                            binding instanceof final HasDependencies needing ? needing.getDependencies() : List.of()));
        }
    }

    Set<Key<?>> keys() {
        return needs.keySet();
    }

    /** The key of a dependency; for a {@code Provider<T>} that of T. */
    static Key<?> key(final Dependency<?> dependency) {
        final Key<?> key = dependency.getKey();
        return isProvider(key) && key.getTypeLiteral().getType() instanceof final ParameterizedType provider
                ? key.ofType(provider.getActualTypeArguments()[0])
                : key;
    }

    private static boolean isProvider(final Key<?> key) {
        return key.getTypeLiteral().getRawType() == Provider.class;
    }

    /** The keys from one that nobody needs to the given one, both included. */
    List<Key<?>> chainTo(final Key<?> key) {
        final List<Key<?>> chain = new ArrayList<>();
        @Nullable Key<?> next = key;
        while (next != null && chain.size() < LONGEST_CHAIN) {
            chain.add(0, next);
            next = neederOf(next, chain);
        }
        return chain;
    }

    private @Nullable Key<?> neederOf(final Key<?> key, final List<Key<?>> except) {
        for (final Map.Entry<Key<?>, Collection<Dependency<?>>> each : needs.entrySet()) {
            if (!except.contains(each.getKey())
                    && !isProvider(each.getKey())
                    && each.getValue().stream().anyMatch(need -> key(need).equals(key))) {
                return each.getKey();
            }
        }
        return null;
    }

    /** The cycles of objects that cannot be created because each needs the next one first; Guice finds them only when it creates one. */
    Set<String> cycles() {
        final Set<String> cycles = new LinkedHashSet<>();
        final Set<Key<?>> done = new HashSet<>();
        needs.keySet().forEach(key -> visit(key, new ArrayList<>(), done, cycles));
        return cycles;
    }

    private void visit(final Key<?> key, final List<Key<?>> path, final Set<Key<?>> done, final Set<String> cycles) {
        if (path.contains(key)) {
            final Stream<Key<?>> way =
                    Stream.concat(path.stream().dropWhile(each -> !each.equals(key)), Stream.of(key));
            cycles.add(way.map(Names::shortName).collect(Collectors.joining(" -> ")));
        } else if (!done.contains(key)) {
            path.add(key);
            for (final Dependency<?> need : needs.getOrDefault(key, List.of())) {
                if (isNeededFirst(need)) {
                    visit(need.getKey(), path, done, cycles);
                }
            }
            path.remove(path.size() - 1);
            done.add(key);
        }
    }

    /** Fields and methods with {@code @Inject} are injected after the creation. */
    private static boolean isNeededFirst(final Dependency<?> need) {
        final @Nullable InjectionPoint point = need.getInjectionPoint();
        return !isProvider(need.getKey())
                && (point == null
                        || point.getMember() instanceof Constructor
                        || Arrays.stream(((AnnotatedElement) point.getMember()).getAnnotations())
                                .noneMatch(each ->
                                        each.annotationType().getSimpleName().equals("Inject")));
    }
}
