package org.jzenith.core.internal.wiring;

import com.google.inject.Key;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.InjectionPoint;
import io.smallrye.config.ConfigMapping;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;

/** A key that is not bound: who needs it, and where it usually comes from. */
final class MissingBinding {

    private static final int MOST_SHOWN = 3;

    private final Key<?> key;
    private final Class<?> type;
    private final Set<String> needers = new LinkedHashSet<>();
    private @Nullable Class<?> needer;
    private @Nullable String source;

    MissingBinding(final Key<?> key) {
        this.key = key;
        this.type = key.getTypeLiteral().getRawType();
    }

    /** @param where the place of the binding that needs it */
    void neededBy(final Dependency<?> wanted, final @Nullable String where) {
        final @Nullable InjectionPoint point = wanted.getInjectionPoint();
        if (point != null) {
            needers.add(Names.place(point, wanted.getParameterIndex()));
        }
        if (needer == null && source == null) {
            needer = point == null ? null : point.getMember().getDeclaringClass();
            source = where;
        }
    }

    StartProblem problem(final BindingGraph graph) {
        return StartProblem.of(what()).from(origin(graph)).remedy(usual(graph) + near(graph));
    }

    private String what() {
        final String name = Names.full(key) + " is not bound, but ";
        final int others = needers.size() - MOST_SHOWN;
        return needers.isEmpty()
                ? name + "asked for."
                : name + "needed by "
                        + needers.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                        + (others > 0 ? " and in " + others + " other place" + (others == 1 ? "." : "s.") : ".");
    }

    private @Nullable String origin(final BindingGraph graph) {
        final @Nullable Class<?> first = needer;
        if (first == null) {
            return source;
        }
        final String way = graph.keys().stream()
                .filter(each -> each.getTypeLiteral().getRawType() == first)
                .findFirst()
                .map(graph::chainTo)
                .orElse(List.of(Key.get(first)))
                .stream()
                .map(Names::shortName)
                .collect(Collectors.joining(" -> "));
        return way + " -> " + Names.shortName(key)
                + (source == null ? "" : "; " + Names.shortName(first) + " is bound by " + source);
    }

    private String usual(final BindingGraph graph) {
        final String plugin = plugin(key.getTypeLiteral().toString());
        if (!plugin.isEmpty()) {
            return plugin;
        }
        if (type.isAnnotationPresent(ConfigMapping.class)) {
            return "Add withSettings(" + Names.shortName(type) + ".class) to the application.";
        }
        final boolean isAbstract = type.isInterface() || Modifier.isAbstract(type.getModifiers());
        final String bind = " in a module given to withModules(..): " + bind();
        if (type.isPrimitive() || type.getName().startsWith("java.")) {
            return key.getAnnotationType() != null || (isAbstract && type.getTypeParameters().length == 0)
                    ? "Bind it" + bind + ".toInstance(..)."
                    : "Annotate it with @Named(\"..\") and bind that name in a module given to withModules(..), or take the value from an interface of settings.";
        }
        final String client = Arrays.stream(type.getAnnotations())
                .map(each -> plugin(each.annotationType().getName()))
                .filter(each -> !each.isEmpty())
                .map(each -> each + "\nOr b")
                .findFirst()
                .orElse("B");
        return isAbstract
                ? client + "ind it to the class that implements it," + bind + ".to(" + implementation(graph) + ")."
                : client + "ind it" + bind + (key.getAnnotationType() == null ? "." : ".to(..).");
    }

    /** Returns the advice to add the plugin that binds a type or implements an annotated interface; empty if none does. */
    private String plugin(final String thing) {
        final @Nullable String name = Names.named(key);
        final String advice = name == null && key.getAnnotationType() != null
                ? ""
                : MissingPlugins.advice(thing, name, Names.shortName(type) + ".class");
        return advice.isEmpty() ? "" : advice + ".";
    }

    private String bind() {
        final Type generic = key.getTypeLiteral().getType();
        final @Nullable String name = Names.named(key);
        final @Nullable Class<?> annotation = key.getAnnotationType();
        return (generic instanceof Class
                        ? "bind(" + Names.shortName(generic) + ".class)"
                        : "bind(new TypeLiteral<" + Names.shortName(generic) + ">() {})")
                + (name != null
                        ? ".annotatedWith(Names.named(\"" + name + "\"))"
                        : annotation == null ? "" : ".annotatedWith(" + annotation.getSimpleName() + ".class)");
    }

    private String implementation(final BindingGraph graph) {
        return graph.keys().stream()
                .map(each -> each.getTypeLiteral().getRawType())
                .filter(each -> each != type && type.isAssignableFrom(each))
                .map(each -> Names.shortName(each) + ".class")
                .findFirst()
                .orElse("..");
    }

    /** Suggests bound keys that differ only in the qualifier or the type arguments. */
    private String near(final BindingGraph graph) {
        final String others = graph.keys().stream()
                .filter(each -> each.getTypeLiteral().getRawType() == type && !each.equals(key))
                .map(each -> each.getAnnotationType() == null && key.getAnnotationType() != null
                        ? Names.shortName(each) + " without a qualifier"
                        : Names.shortName(each))
                .distinct()
                .sorted()
                .limit(MOST_SHOWN)
                .collect(Collectors.joining(" or "));
        return others.isEmpty() ? "" : "\nDid you mean " + others + ", which is bound?";
    }
}
