package org.jzenith.sql.internal.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;

/**
 * The components of a record class, and its canonical constructor.
 *
 * @param constructor takes an {@code Object[]} with the components in order, and returns the record as an {@code Object}
 */
record RecordShape(Class<?> type, List<Component> components, MethodHandle constructor) {

    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(final Class<?> type) {
            return read(type);
        }
    };

    /** A component, by whose name its column is found. */
    record Component(String name, Type type, boolean isPrimitive) {}

    static RecordShape of(final Class<?> type) {
        return SHAPES.get(type);
    }

    private static RecordShape read(final Class<?> type) {
        final RecordComponent[] components = type.getRecordComponents();
        try {
            final Constructor<?> canonical = type.getDeclaredConstructor(
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            final MethodHandle constructor = MethodHandles.lookup().unreflectConstructor(canonical);
            return new RecordShape(
                    type,
                    Stream.of(components)
                            .map(each -> new Component(
                                    each.getName(),
                                    each.getGenericType(),
                                    each.getType().isPrimitive()))
                            .toList(),
                    constructor.asType(constructor.type().generic()).asSpreader(Object[].class, components.length));
        } catch (final ReflectiveOperationException | InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    "The constructor of the record " + type.getName()
                            + " cannot be called. Open its package to all modules, or map its rows with map(..).",
                    e);
        }
    }
}
