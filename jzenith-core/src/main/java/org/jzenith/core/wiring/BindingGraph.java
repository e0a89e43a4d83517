package org.jzenith.core.wiring;

import com.google.inject.Binding;
import com.google.inject.ConfigurationException;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import com.google.inject.spi.ConstructorBinding;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.Element;
import com.google.inject.spi.HasDependencies;
import com.google.inject.spi.InjectionPoint;
import com.google.inject.spi.LinkedKeyBinding;
import com.google.inject.spi.PrivateElements;
import com.google.inject.spi.ProviderInstanceBinding;
import com.google.inject.spi.ProviderKeyBinding;
import com.google.inject.spi.UntargettedBinding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The dependencies between objects, as far as they can be known before any is created. */
final class BindingGraph {

    private static final int LONGEST_CHAIN = 8;

    private final Map<Key<?>, List<Need>> needs = new LinkedHashMap<>();

    /** Targets of bindings that were seen without a binding of their own so far. */
    private final Set<Key<?>> implied = new HashSet<>();

    private BindingGraph() {}

    static BindingGraph of(final Collection<? extends Element> elements) {
        final BindingGraph graph = new BindingGraph();
        graph.add(elements);
        return graph;
    }

    private void add(final Collection<? extends Element> elements) {
        for (final Element element : elements) {
            if (element instanceof final PrivateElements hidden) {
                add(hidden.getElements());
            } else if (element instanceof final Binding<?> binding) {
                final List<Need> own = needs(binding);
                if (implied.remove(binding.getKey()) || !needs.containsKey(binding.getKey())) {
                    needs.put(binding.getKey(), own);
                }
            }
        }
    }

    private List<Need> needs(final Binding<?> binding) {
        if (binding instanceof final LinkedKeyBinding<?> linked) {
            return List.of(target(linked.getLinkedKey()));
        }
        if (binding instanceof final ProviderKeyBinding<?> provided) {
            return List.of(target(provided.getProviderKey()));
        }
        if (binding instanceof UntargettedBinding) {
            return ofClass(binding.getKey().getTypeLiteral());
        }
        if (binding instanceof final ConstructorBinding<?> constructed) {
            return ofConstructor(constructed);
        }
        return binding instanceof final HasDependencies other ? all(other.getDependencies()) : List.of();
    }

    /** Guice binds the target of a binding by itself. */
    private Need target(final Key<?> key) {
        if (key.getAnnotationType() == null && !needs.containsKey(key)) {
            needs.put(key, ofClass(key.getTypeLiteral()));
            implied.add(key);
        }
        return new Need(key, false, null, -1);
    }

    private static List<Need> ofConstructor(final ConstructorBinding<?> binding) {
        final List<Need> all = new ArrayList<>(all(binding.getConstructor().getDependencies()));
        all.addAll(ofMembers(binding.getKey().getTypeLiteral()));
        return all;
    }

    private static List<Need> ofClass(final TypeLiteral<?> type) {
        try {
            final List<Need> all = new ArrayList<>(
                    all(InjectionPoint.forConstructorOf(type, true).getDependencies()));
            all.addAll(ofMembers(type));
            return all;
        } catch (final ConfigurationException e) {
            return List.of(); // Guice reports it
        }
    }

    private static List<Need> ofMembers(final TypeLiteral<?> type) {
        try {
            return InjectionPoint.forInstanceMethodsAndFields(type).stream()
                    .flatMap(point -> all(point.getDependencies()).stream())
                    .toList();
        } catch (final ConfigurationException e) {
            return List.of(); // Guice reports it
        }
    }

    private static List<Need> all(final Collection<Dependency<?>> dependencies) {
        return dependencies.stream().map(Need::of).toList();
    }

    Set<Key<?>> keys() {
        return needs.keySet();
    }

    /** Returns the missing dependencies of providers that look up their objects themselves. Guice does not check these. */
    List<Need> missingOfProviders(final Collection<? extends Element> elements) {
        final List<Need> missing = new ArrayList<>();
        for (final Element element : elements) {
            if (element instanceof final ProviderInstanceBinding<?> binding
                    && binding.getUserSuppliedProvider() instanceof final HasDependencies provider
                    && !provider.getClass().getName().startsWith("com.google.inject.")) {
                all(provider.getDependencies()).stream()
                        .filter(need -> !needs.containsKey(need.key()))
                        .forEach(missing::add);
            }
        }
        return missing;
    }

    /** The keys from one that nobody needs to the given one, both included. */
    List<Key<?>> chainTo(final Key<?> key) {
        final List<Key<?>> chain = new ArrayList<>(List.of(key));
        @Nullable Key<?> next = neederOf(key, chain);
        while (next != null && chain.size() < LONGEST_CHAIN) {
            chain.add(0, next);
            next = neederOf(next, chain);
        }
        return chain;
    }

    private @Nullable Key<?> neederOf(final Key<?> key, final List<Key<?>> except) {
        return needs.entrySet().stream()
                .filter(entry -> !except.contains(entry.getKey()))
                .filter(entry ->
                        entry.getValue().stream().anyMatch(need -> need.key().equals(key)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Each cycle of objects that need each other to be created: what its first key needs, and so on, back to that key. */
    List<List<Need>> cycles() {
        final List<List<Need>> cycles = new ArrayList<>();
        final Set<Key<?>> done = new HashSet<>();
        final Set<Set<Key<?>>> known = new HashSet<>();
        for (final Key<?> key : needs.keySet()) {
            visit(key, new LinkedHashMap<>(), done, known, cycles);
        }
        return cycles;
    }

    /** @param path each key with what it needs next */
    private void visit(
            final Key<?> key,
            final Map<Key<?>, Need> path,
            final Set<Key<?>> done,
            final Set<Set<Key<?>>> known,
            final List<List<Need>> cycles) {
        if (done.contains(key)) {
            return;
        }
        for (final Need need : needs.getOrDefault(key, List.of())) {
            if (need.later()) {
                continue;
            }
            path.put(key, need);
            if (path.containsKey(need.key())) {
                final List<Key<?>> keys = new ArrayList<>(path.keySet());
                final List<Key<?>> inCycle = keys.subList(keys.indexOf(need.key()), keys.size());
                if (known.add(new LinkedHashSet<>(inCycle))) {
                    final List<Need> cycle = new ArrayList<>();
                    inCycle.forEach(each -> cycle.add(path.get(each)));
                    cycles.add(cycle);
                }
            } else {
                visit(need.key(), path, done, known, cycles);
            }
            path.remove(key);
        }
        done.add(key);
    }
}
