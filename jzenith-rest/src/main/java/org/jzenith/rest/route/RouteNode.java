package org.jzenith.rest.route;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place in the tree: what stands there, and what follows, by the text of the next segment or for any text. */
final class RouteNode<T> {

    /** 2 to the power of 32, divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private final @Nullable T target;
    private final @Nullable RouteNode<T> parameter;
    private final String[] texts;
    private final RouteNode<T>[] literals;
    private final int mask;
    private final int shift;

    /** A table with open addressing, at most half full: it is asked for a part of a string, which is no key of a map. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private RouteNode(
            final @Nullable T target,
            final Map<String, RouteNode<T>> children,
            final @Nullable RouteNode<T> parameter) {
        this.target = target;
        this.parameter = parameter;
        final int size = Math.max(2, Integer.highestOneBit(children.size() * 4));
        this.mask = size - 1;
        this.shift = Integer.numberOfLeadingZeros(mask);
        this.texts = new String[size];
        this.literals = new RouteNode[size];
        children.forEach((text, child) -> {
            int at = slot(text, 0, text.length());
            while (literals[at] != null) {
                at = at + 1 & mask;
            }
            texts[at] = text;
            literals[at] = child;
        });
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
        int at = slot(uri, begin, end);
        while (literals[at] != null) {
            if (texts[at].length() == end - begin && uri.startsWith(texts[at], begin)) {
                return literals[at];
            }
            at = at + 1 & mask;
        }
        return null;
    }

    /**
     * Texts that differ in their last characters only, such as those of numbered resources, have hash codes side by side,
     * which would fill the table in one place: multiplied, they are spread over its whole length.
     */
    private int slot(final String text, final int begin, final int end) {
        int hash = 0;
        for (int i = begin; i < end; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return (hash * SPREAD) >>> shift;
    }

    void forEach(final Consumer<? super T> action) {
        if (target != null) {
            action.accept(target);
        }
        for (final RouteNode<T> literal : literals) {
            if (literal != null) {
                literal.forEach(action);
            }
        }
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
