package org.jzenith.rest.route;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place in the tree: what stands there, and what follows, by the text of the next segment or for any text. */
final class RouteNode<T> {

    private final @Nullable T target;
    private final @Nullable RouteNode<T> parameter;
    private final Map<String, RouteNode<T>> children;
    private final LiteralSegments<RouteNode<T>> literals;

    private RouteNode(
            final @Nullable T target,
            final Map<String, RouteNode<T>> children,
            final @Nullable RouteNode<T> parameter) {
        this.target = target;
        this.parameter = parameter;
        this.children = children;
        this.literals = new LiteralSegments<>(children);
    }

    @Nullable
    T target() {
        return target;
    }

    @Nullable
    RouteNode<T> parameter() {
        return parameter;
    }

    @Nullable
    RouteNode<T> literal(final String uri, final int begin, final int end) {
        int hash = 0;
        for (int i = begin; i < end; i++) {
            hash = LiteralSegments.hash(hash, uri.charAt(i));
        }
        return literals.find(uri, begin, end, hash);
    }

    void forEach(final Consumer<? super T> action) {
        if (target != null) {
            action.accept(target);
        }
        children.values().forEach(child -> child.forEach(action));
        if (parameter != null) {
            parameter.forEach(action);
        }
    }

    static final class Builder<T> {

        private final Map<String, Builder<T>> literals = new HashMap<>();
        private @Nullable Builder<T> parameter;
        private @Nullable T target;

        void add(final String template, final T added) {
            if (!template.startsWith("/")) {
                throw new IllegalArgumentException("The path '" + template + "' does not begin with a slash.");
            }
            Builder<T> node = this;
            for (final String segment : template.substring(1).split("/", -1)) {
                node = segment.startsWith("{") ? node.parameter() : node.literal(segment);
            }
            if (node.target != null) {
                throw new IllegalArgumentException("Another route matches the same paths as '" + template + "'.");
            }
            node.target = added;
        }

        private Builder<T> literal(final String text) {
            return literals.computeIfAbsent(text, missing -> new Builder<>());
        }

        private Builder<T> parameter() {
            if (parameter == null) {
                parameter = new Builder<>();
            }
            return parameter;
        }

        RouteNode<T> build() {
            final Map<String, RouteNode<T>> children = new HashMap<>();
            literals.forEach((text, child) -> children.put(text, child.build()));
            return new RouteNode<>(target, children, parameter == null ? null : parameter.build());
        }
    }
}
