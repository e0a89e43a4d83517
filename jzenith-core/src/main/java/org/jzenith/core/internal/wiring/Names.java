package org.jzenith.core.internal.wiring;

import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import com.google.inject.name.Named;
import com.google.inject.spi.InjectionPoint;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of keys, classes and injection points in problems. */
final class Names {

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:\\p{Ll}[\\w$]*\\.)+(?=[\\w$])");

    /** The dollar sign before a nested class's name, but not before an anonymous class's number. */
    private static final Pattern NESTED = Pattern.compile("\\$(?!\\d)");

    private Names() {}

    /** Returns the name with the package. */
    static String full(final Type type) {
        return NESTED.matcher(TypeLiteral.get(type).toString()).replaceAll(".");
    }

    /** Returns the name without packages. */
    static String shortName(final Type type) {
        return PACKAGE.matcher(full(type)).replaceAll("");
    }

    static String full(final Key<?> key) {
        return qualifier(key) + full(key.getTypeLiteral().getType());
    }

    static String shortName(final Key<?> key) {
        return qualifier(key) + shortName(key.getTypeLiteral().getType());
    }

    private static String qualifier(final Key<?> key) {
        final @Nullable Class<?> type = key.getAnnotationType();
        if (type == null) {
            return "";
        }
        final String text =
                key.getAnnotation() == null ? "" : key.getAnnotation().toString();
        final String members = text.contains("(") ? text.substring(text.indexOf('(')) : "";
        return "@" + type.getSimpleName() + members.replace("()", "").replace("(value=", "(") + " ";
    }

    /** The value of {@code @Named}; null if the key has none. Guice turns Jakarta's annotation into its own. */
    static @Nullable String named(final Key<?> key) {
        return key.getAnnotation() instanceof final Named named ? named.value() : null;
    }

    /** The class whose object needs what is injected, with the place inside it. */
    static String place(final InjectionPoint point, final int index) {
        final Member member = point.getMember();
        final String owner = full(member.getDeclaringClass()) + " (";
        if (member instanceof Field) {
            return owner + "its field '" + member.getName() + "')";
        }
        final Parameter parameter = ((Executable) member).getParameters()[index];
        return owner
                + (parameter.isNamePresent()
                        ? "the parameter '" + parameter.getName() + "'"
                        : "parameter " + (index + 1))
                + " of its "
                + (member instanceof Method ? "method '" + member.getName() + "')" : "constructor)");
    }
}
