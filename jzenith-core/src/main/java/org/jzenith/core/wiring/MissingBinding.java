package org.jzenith.core.wiring;

import com.google.inject.Key;
import com.google.inject.spi.InjectionPoint;
import io.smallrye.config.ConfigMapping;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
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

    /** @param where the binding of what needs it was written */
    void neededBy(final Need need, final @Nullable String where) {
        final InjectionPoint point = need.point();
        if (point == null) {
            source = source == null ? where : source;
        } else {
            needers.add(Names.owner(point) + " (" + Names.place(point, need.index()) + ")");
            if (needer == null) {
                needer = point.getMember().getDeclaringClass();
                source = where;
            }
        }
    }

    StartProblem problem(final BindingGraph graph) {
        return StartProblem.of(what(graph)).from(origin(graph)).remedy(remedy(graph));
    }

    private String what(final BindingGraph graph) {
        final String name = Names.full(key);
        if (isAbstract() && graph.keys().contains(key)) {
            return name + " is bound to nothing that can be created: it is "
                    + (type.isInterface() ? "an interface." : "an abstract class.");
        }
        if (needers.isEmpty()) {
            return name + " is not bound, but asked for.";
        }
        final List<String> all = List.copyOf(needers);
        final String shown = all.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "));
        final int others = all.size() - MOST_SHOWN;
        return name + " is not bound, but needed by " + shown
                + (others > 0 ? " and in " + others + " other place" + (others == 1 ? "." : "s.") : ".");
    }

    private @Nullable String origin(final BindingGraph graph) {
        final Class<?> first = needer;
        if (first == null) {
            return source;
        }
        final Key<?> firstKey = graph.keys().stream()
                .filter(each -> each.getTypeLiteral().getRawType() == first)
                .findFirst()
                .orElse(null);
        final List<String> chain = new ArrayList<>();
        if (firstKey == null) {
            chain.add(Names.shortName(first));
        } else {
            graph.chainTo(firstKey).forEach(each -> chain.add(Names.shortName(each)));
        }
        chain.add(Names.shortName(key));
        final String way = String.join(" -> ", chain);
        return source == null ? way : way + "; " + chain.get(chain.size() - 2) + " is bound by " + source;
    }

    private String remedy(final BindingGraph graph) {
        final String near = near(graph);
        final String usual = usual(graph);
        return near.isEmpty() ? usual : usual + "\n" + near;
    }

    private String usual(final BindingGraph graph) {
        final String name = Names.shortName(key.getTypeLiteral().getType());
        final String plugins = advice(key.getTypeLiteral().toString());
        if (!plugins.isEmpty()) {
            return plugins + ".";
        }
        if (type.isAnnotationPresent(ConfigMapping.class)) {
            return "Add withSettings(" + name + ".class) to the application.";
        }
        if (isOfTheJdk()) {
            return jdkType();
        }
        if (isAbstract()) {
            final String client = client();
            return client + (client.isEmpty() ? "Bind" : "Or bind")
                    + " it to the class that implements it, in a module given to withModules(..): " + bind(key) + ".to("
                    + implementation(graph) + ").";
        }
        return "Bind it in a module given to withModules(..): " + bind(key)
                + (key.getAnnotationType() == null ? "." : ".to(..).");
    }

    /** Returns the advice to add the plugin that brings a type or an annotation; empty if none does. */
    private String advice(final String thing) {
        final String type = Names.shortName(key.getTypeLiteral().getType()) + ".class";
        final String name = Names.named(key);
        return name == null && key.getAnnotationType() != null ? "" : MissingPlugins.advice(thing, name, type);
    }

    /** The annotations of an interface may say that a plugin implements it. */
    private String client() {
        return !type.isInterface()
                ? ""
                : Arrays.stream(type.getAnnotations())
                        .map(each -> advice(each.annotationType().getName()))
                        .filter(each -> !each.isEmpty())
                        .map(each -> each + ".\n")
                        .collect(Collectors.joining());
    }

    /** A service such as a Clock needs no name, other than a text or a number, which may mean anything. */
    private String jdkType() {
        final boolean named = key.getAnnotationType() != null;
        if (!named && isAbstract() && key.getTypeLiteral().getType() instanceof Class) {
            return "Bind it in a module given to withModules(..): " + bind(key) + ".toInstance(..).";
        }
        return (named ? "Bind" : "Annotate it with @Named(\"..\"), and bind")
                + " it in a module given to withModules(..): "
                + bind(key) + (named ? "" : ".annotatedWith(Names.named(\"..\"))")
                + ".toInstance(..), or take the value from an interface of settings.";
    }

    private boolean isAbstract() {
        return type.isInterface() || Modifier.isAbstract(type.getModifiers());
    }

    private static String bind(final Key<?> key) {
        final Type generic = key.getTypeLiteral().getType();
        final String named = Names.named(key);
        return "bind("
                + (generic instanceof Class
                        ? Names.shortName(generic) + ".class)"
                        : "new TypeLiteral<" + Names.shortName(generic) + ">() {})")
                + (named != null
                        ? ".annotatedWith(Names.named(\"" + named + "\"))"
                        : key.getAnnotationType() == null
                                ? ""
                                : ".annotatedWith(" + key.getAnnotationType().getSimpleName() + ".class)");
    }

    private String implementation(final BindingGraph graph) {
        return graph.keys().stream()
                .map(each -> each.getTypeLiteral().getRawType())
                .filter(each -> each != type && type.isAssignableFrom(each))
                .map(each -> Names.shortName(each) + ".class")
                .findFirst()
                .orElse("..");
    }

    private boolean isOfTheJdk() {
        return type.isPrimitive() || type.getName().startsWith("java.");
    }

    /** Suggests bound keys that differ only in the qualifier or the type arguments. */
    private String near(final BindingGraph graph) {
        final List<String> others = graph.keys().stream()
                .filter(each -> each.getTypeLiteral().getRawType() == type && !each.equals(key))
                .filter(each -> type != String.class || each.getAnnotationType() != null)
                .map(each -> each.getAnnotationType() == null && key.getAnnotationType() != null
                        ? Names.shortName(each) + " without a qualifier"
                        : Names.shortName(each))
                .distinct()
                .sorted()
                .limit(MOST_SHOWN)
                .toList();
        return others.isEmpty() ? "" : "Did you mean " + String.join(" or ", others) + ", which is bound?";
    }
}
