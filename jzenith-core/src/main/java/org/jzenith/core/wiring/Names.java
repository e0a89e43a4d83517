package org.jzenith.core.wiring;

import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import com.google.inject.name.Named;
import com.google.inject.spi.InjectionPoint;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
        final Annotation annotation = key.getAnnotation();
        if (annotation != null) {
            return written(annotation) + " ";
        }
        return key.getAnnotationType() == null
                ? ""
                : "@" + key.getAnnotationType().getSimpleName() + " ";
    }

    private static String written(final Annotation annotation) {
        final String value = named(annotation);
        if (value != null) {
            return "@Named(\"" + value + "\")";
        }
        final String text = annotation.toString();
        final int members = text.indexOf('(');
        return "@" + annotation.annotationType().getSimpleName()
                + (members < 0 || text.endsWith("()") ? "" : text.substring(members));
    }

    /** The value of {@code @Named}; null if the key has none. */
    static @Nullable String named(final Key<?> key) {
        return key.getAnnotation() == null ? null : named(key.getAnnotation());
    }

    private static @Nullable String named(final Annotation annotation) {
        return annotation instanceof final Named guice
                ? guice.value()
                : annotation instanceof final jakarta.inject.Named jakarta ? jakarta.value() : null;
    }

    /** The class whose object needs what is injected there. */
    static String owner(final InjectionPoint point) {
        return full(point.getMember().getDeclaringClass());
    }

    /** The place inside the class. */
    static String place(final InjectionPoint point, final int index) {
        final Member member = point.getMember();
        if (member instanceof Field) {
            return "its field '" + member.getName() + "'";
        }
        final Parameter parameter = ((Executable) member).getParameters()[index];
        final String which =
                parameter.isNamePresent() ? "the parameter '" + parameter.getName() + "'" : "parameter " + (index + 1);
        return which + " of its " + (member instanceof Method ? "method '" + member.getName() + "'" : "constructor");
    }

    /** A constructor as it is declared, without packages. */
    static String declaration(final Constructor<?> constructor) {
        return constructor.getDeclaringClass().getSimpleName()
                + Arrays.stream(constructor.getGenericParameterTypes())
                        .map(Names::shortName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
