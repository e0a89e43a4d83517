package org.jzenith.core.wiring;

import com.google.inject.Binder;
import com.google.inject.Binding;
import com.google.inject.Key;
import com.google.inject.Scopes;
import com.google.inject.binder.ScopedBindingBuilder;
import com.google.inject.spi.ConstructorBinding;
import com.google.inject.spi.DefaultBindingScopingVisitor;
import com.google.inject.spi.DefaultBindingTargetVisitor;
import com.google.inject.spi.Element;
import com.google.inject.spi.LinkedKeyBinding;
import com.google.inject.spi.Message;
import com.google.inject.spi.ProviderInstanceBinding;
import com.google.inject.spi.ProviderKeyBinding;
import com.google.inject.spi.UntargettedBinding;
import java.lang.reflect.Constructor;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The bindings of an application with {@code asEagerSingleton()} as {@code in(Singleton.class)}. */
final class LazyBindings {

    private static final DefaultBindingScopingVisitor<Boolean> IS_EAGER = new DefaultBindingScopingVisitor<>() {
        @Override
        public Boolean visitEagerSingleton() {
            return true;
        }

        @Override
        protected Boolean visitOther() {
            return false;
        }
    };

    private LazyBindings() {}

    /** Binds all but messages, which are known. */
    static void bind(final Collection<? extends Element> elements, final Binder binder) {
        for (final Element element : elements) {
            if (element instanceof final Binding<?> binding && binding.acceptScopingVisitor(IS_EAGER)) {
                bindLazily(binding, binder);
            } else if (!(element instanceof Message)) {
                element.applyTo(binder);
            }
        }
    }

    private static <T> void bindLazily(final Binding<T> binding, final Binder binder) {
        final ScopedBindingBuilder bound =
                binding.acceptTargetVisitor(new Rebinding<>(binder.withSource(binding.getSource()), binding.getKey()));
        if (bound == null) {
            binding.applyTo(binder);
        } else {
            bound.in(Scopes.SINGLETON);
        }
    }

    /** Binds the key to the same again, in no scope; null if there is nothing to make. */
    private static final class Rebinding<T> extends DefaultBindingTargetVisitor<T, @Nullable ScopedBindingBuilder> {

        private final Binder binder;
        private final Key<T> key;

        Rebinding(final Binder binder, final Key<T> key) {
            this.binder = binder;
            this.key = key;
        }

        @Override
        public ScopedBindingBuilder visit(final UntargettedBinding<? extends T> binding) {
            return binder.bind(key);
        }

        @Override
        @SuppressWarnings("unchecked") // the constructor is of the class that the key is bound to
        public ScopedBindingBuilder visit(final ConstructorBinding<? extends T> binding) {
            return binder.bind(key)
                    .toConstructor((Constructor<T>) binding.getConstructor().getMember());
        }

        @Override
        public ScopedBindingBuilder visit(final LinkedKeyBinding<? extends T> binding) {
            return binder.bind(key).to(binding.getLinkedKey());
        }

        @Override
        public ScopedBindingBuilder visit(final ProviderKeyBinding<? extends T> binding) {
            return binder.bind(key).toProvider(binding.getProviderKey());
        }

        @Override
        public ScopedBindingBuilder visit(final ProviderInstanceBinding<? extends T> binding) {
            return binder.bind(key).toProvider(binding.getUserSuppliedProvider());
        }

        @Override
        protected @Nullable ScopedBindingBuilder visitOther(final Binding<? extends T> binding) {
            return null;
        }
    }
}
