package org.jzenith.dev.internal.compile;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * The parts of a class that other sources can see when they are compiled: everything but private members and the code of methods.
 * Annotations count by name only, because javac reads few of them from class files.
 */
final class ClassShape extends ClassVisitor {

    private final StringBuilder text = new StringBuilder();

    private ClassShape() {
        super(Opcodes.ASM9);
    }

    /** A text that is equal for classes that look the same to the compiler. */
    static String of(final byte[] bytes) {
        final ClassShape shape = new ClassShape();
        new ClassReader(bytes).accept(shape, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return shape.text.toString();
    }

    /** The name of the file that a class was compiled from, or null if the class does not say it. */
    static @Nullable String source(final byte[] bytes) {
        final @Nullable String[] name = {null};
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitSource(final @Nullable String source, final @Nullable String debug) {
                                name[0] = source;
                            }
                        },
                        ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
        return name[0];
    }

    private void line(final @Nullable Object... parts) {
        for (final Object part : parts) {
            text.append(part).append(' ');
        }
        text.append('\n');
    }

    private static String joined(final String @Nullable [] names) {
        return names == null ? "" : String.join(",", names);
    }

    @Override
    public void visit(
            final int version,
            final int access,
            final String name,
            final @Nullable String signature,
            final @Nullable String superName,
            final String @Nullable [] interfaces) {
        line(access, name, signature, superName, joined(interfaces));
    }

    @Override
    public void visitInnerClass(
            final String name, final @Nullable String outer, final @Nullable String inner, final int access) {
        if ((access & Opcodes.ACC_PRIVATE) == 0 && outer != null) {
            line("inner", name, outer, access);
        }
    }

    @Override
    public void visitPermittedSubclass(final String name) {
        line("permits", name);
    }

    @Override
    public @Nullable RecordComponentVisitor visitRecordComponent(
            final String name, final String descriptor, final @Nullable String signature) {
        line("component", name, descriptor, signature);
        return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(final String descriptor, final boolean visible) {
        line("annotation", descriptor);
        return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(
            final int access,
            final String name,
            final String descriptor,
            final @Nullable String signature,
            final @Nullable Object value) {
        if ((access & Opcodes.ACC_PRIVATE) == 0) {
            line("field", access, name, descriptor, signature, value);
        }
        return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            final int access,
            final String name,
            final String descriptor,
            final @Nullable String signature,
            final String @Nullable [] exceptions) {
        if ((access & Opcodes.ACC_PRIVATE) != 0) {
            return null;
        }
        line("method", access, name, descriptor, signature, joined(exceptions));
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable AnnotationVisitor visitAnnotation(final String annotation, final boolean visible) {
                line("annotation", annotation);
                return null;
            }

            @Override
            public @Nullable AnnotationVisitor visitAnnotationDefault() {
                line("default");
                return null;
            }
        };
    }
}
