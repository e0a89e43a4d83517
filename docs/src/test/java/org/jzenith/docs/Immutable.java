package org.jzenith.docs;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** Holds for static fields that never change: final, and with a value that nobody can change. */
final class Immutable extends ArchCondition<JavaField> {

    private static final List<String> CHANGING = List.of(
            "java.lang.ThreadLocal",
            "java.lang.StringBuilder",
            "java.lang.StringBuffer",
            "java.lang.Thread",
            "java.util.Properties",
            "java.util.BitSet",
            "java.util.Random",
            "java.util.Calendar",
            "java.util.Date",
            "java.text.Format",
            "java.util.concurrent.Executor",
            "java.util.concurrent.Future");

    private static final List<String> CHANGING_PACKAGES = List.of("java.util.concurrent.atomic.");

    Immutable() {
        super("never change");
    }

    @Override
    public void check(final JavaField field, final ConditionEvents events) {
        reason(field)
                .ifPresent(reason -> events.add(SimpleConditionEvent.violated(field, field.getFullName() + reason)));
    }

    private static Optional<String> reason(final JavaField field) {
        if (!field.getModifiers().contains(JavaModifier.FINAL)) {
            return Optional.of(" is static and not final");
        }
        if (field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
            return Optional.empty(); // tables that the compiler makes for switches over enums
        }
        return field.getRawType().isPrimitive() ? Optional.empty() : changing(field);
    }

    private static Optional<String> changing(final JavaField field) {
        final Object value = value(field);
        if (value == null) {
            return Optional.empty();
        }
        final Class<?> type = value.getClass();
        if (type.isArray() && Array.getLength(value) > 0) {
            return Optional.of(" is a static array, whose elements can change");
        }
        if (value instanceof Collection || value instanceof Map) {
            // The results of List.of, Set.of, Map.of, copyOf and toList; Collections.unmodifiable.. may be a view.
            return type.getName().startsWith("java.util.ImmutableCollections")
                    ? Optional.empty()
                    : Optional.of(" is a static collection that can change: " + type.getName());
        }
        if (value instanceof Lock || CHANGING_PACKAGES.stream().anyMatch(type.getName()::startsWith) || changes(type)) {
            return Optional.of(" holds something that changes: " + type.getName());
        }
        return type.getName().startsWith("org.jzenith.") ? changingPart(type) : Optional.empty();
    }

    private static boolean changes(final Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (CHANGING.contains(each.getName())) {
                return true;
            }
            for (final Class<?> contract : each.getInterfaces()) {
                if (changes(contract)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A type of jZenith is as constant as its fields. */
    private static Optional<String> changingPart(final Class<?> type) {
        for (final Field part : type.getDeclaredFields()) {
            final int modifiers = part.getModifiers();
            if (!Modifier.isStatic(modifiers) && !Modifier.isFinal(modifiers)) {
                return Optional.of(" holds an object whose field " + part.getName() + " can change");
            }
        }
        return Optional.empty();
    }

    private static Object value(final JavaField field) {
        try {
            final Field reflected = field.reflect();
            reflected.setAccessible(true);
            return reflected.get(null);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("The field " + field.getFullName() + " cannot be read.", e);
        }
    }
}
