package org.jzenith.tck;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Copies the TCK's classes with {@code @Blocking}; they stand before the TCK on the server's class path. Providers stay as
 * they are: none of their methods is a resource method, and the TCK looks at the annotations of its filters.
 */
public final class BlockingClasses {

    private BlockingClasses() {}

    /**
     * Copies the classes.
     *
     * @param arguments the TCK's jar, and a directory
     * @throws IOException if one of them cannot be read or written
     */
    public static void main(final String... arguments) throws IOException {
        try (JarFile jar = new JarFile(arguments[0])) {
            final Enumeration<JarEntry> entries = jar.entries();
            while (entries.hasMoreElements()) {
                final JarEntry entry = entries.nextElement();
                if (entry.getName().startsWith("ee/jakarta/tck/")
                        && entry.getName().endsWith(".class")) {
                    final ClassReader read =
                            new ClassReader(jar.getInputStream(entry).readAllBytes());
                    if ((read.getAccess() & (Opcodes.ACC_ANNOTATION | Opcodes.ACC_INTERFACE)) == 0
                            && !isProvider(read)) {
                        final Path copy = Path.of(arguments[1], entry.getName());
                        Files.createDirectories(copy.resolveSibling(""));
                        Files.write(copy, annotated(read));
                    }
                }
            }
        }
    }

    private static boolean isProvider(final ClassReader read) {
        final Set<String> annotations = new HashSet<>();
        read.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable AnnotationVisitor visitAnnotation(final String type, final boolean visible) {
                        annotations.add(type);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        return annotations.contains(Type.getDescriptor(Provider.class))
                && !annotations.contains(Type.getDescriptor(jakarta.ws.rs.Path.class));
    }

    private static byte[] annotated(final ClassReader read) {
        final ClassWriter writer = new ClassWriter(read, 0);
        read.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visitEnd() {
                        super.visitAnnotation(Type.getDescriptor(Blocking.class), true)
                                .visitEnd();
                        super.visitEnd();
                    }
                },
                0);
        return writer.toByteArray();
    }
}
