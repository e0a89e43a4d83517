package org.jzenith.core;

import com.google.inject.Binding;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.MapBinderBinding;
import com.google.inject.multibindings.MultibinderBinding;
import com.google.inject.multibindings.MultibindingsTargetVisitor;
import com.google.inject.multibindings.OptionalBinderBinding;
import com.google.inject.spi.DefaultBindingTargetVisitor;
import com.google.inject.spi.Element;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The bindings of Guice's multibinders: the sets and maps themselves, and their elements. */
final class Contributions {

    private final Set<Key<?>> elements = new HashSet<>();
    private final Set<Key<?>> sets = new HashSet<>();
    private final Set<TypeLiteral<?>> elementTypes = new HashSet<>();

    private Contributions() {}

    static Contributions of(final List<Element> all) {
        final Contributions found = new Contributions();
        final List<Predicate<Element>> owners = new ArrayList<>();
        for (final Element element : all) {
            if (element instanceof final Binding<?> binding) {
                found.addOwner(binding, owners, all);
            }
        }
        for (final Element element : all) {
            if (element instanceof final Binding<?> binding && owners.stream().anyMatch(owner -> owner.test(element))) {
                // Guice marks an element with an annotation of its own, and a set with that of the user, if any.
                (binding.getKey().getAnnotation() == null ? found.sets : found.elements).add(binding.getKey());
            }
        }
        return found;
    }

    private <T> void addOwner(
            final Binding<T> binding, final List<Predicate<Element>> owners, final List<Element> all) {
        binding.acceptTargetVisitor(new Owners<>(owners, set -> {
            final boolean hasElements = all.stream()
                    .anyMatch(element -> element instanceof final Binding<?> one
                            && one.getKey().getAnnotation() != null
                            && set.containsElement(element));
            if (hasElements && set.getSetKey().getAnnotation() == null) {
                elementTypes.add(set.getElementTypeLiteral());
            }
        }));
    }

    /** The element types of all sets that have elements and no annotation. */
    Set<TypeLiteral<?>> elementTypes() {
        return elementTypes;
    }

    boolean isElement(final Key<?> key) {
        return elements.contains(key);
    }

    boolean isSet(final Key<?> key) {
        return sets.contains(key);
    }

    private static final class Owners<T> extends DefaultBindingTargetVisitor<T, Boolean>
            implements MultibindingsTargetVisitor<T, Boolean> {

        private final List<Predicate<Element>> owners;
        private final Consumer<MultibinderBinding<?>> sets;

        Owners(final List<Predicate<Element>> owners, final Consumer<MultibinderBinding<?>> sets) {
            this.owners = owners;
            this.sets = sets;
        }

        @Override
        public Boolean visit(final MultibinderBinding<? extends T> set) {
            sets.accept(set);
            return owners.add(set::containsElement);
        }

        @Override
        public Boolean visit(final MapBinderBinding<? extends T> map) {
            return owners.add(map::containsElement);
        }

        @Override
        public Boolean visit(final OptionalBinderBinding<? extends T> optional) {
            return false;
        }

        @Override
        protected Boolean visitOther(final Binding<? extends T> other) {
            return false;
        }
    }
}
