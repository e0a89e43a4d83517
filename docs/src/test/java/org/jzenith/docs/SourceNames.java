package org.jzenith.docs;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The types, members and texts of Java sources, as the compiler parses them. */
final class SourceNames extends TreePathScanner<@Nullable Void, @Nullable Void> {

    enum Kind {
        TOP_LEVEL_TYPE,
        NESTED_TYPE,
        MEMBER,
        TEXT
    }

    /**
     * A name or a text, and where it stands.
     *
     * @param superclass what a type extends, as it is written; empty for all else
     */
    record Entry(Kind kind, String text, String superclass, Path file, long line) {

        boolean isMain() {
            return file.toString().contains("/src/main/");
        }
    }

    /** A source of the archetype as it is in a project that the archetype makes; any other as it is. */
    private static final class Generated extends ForwardingJavaFileObject<JavaFileObject> {

        private Generated(final JavaFileObject source) {
            super(source);
        }

        @Override
        public CharSequence getCharContent(final boolean ignoreEncodingErrors) throws IOException {
            return WalkthroughProject.generated(
                    super.getCharContent(ignoreEncodingErrors).toString());
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final SourcePositions positions;
    private final CompilationUnitTree unit;
    private final Path file;

    private SourceNames(final SourcePositions positions, final CompilationUnitTree unit) {
        this.positions = positions;
        this.unit = unit;
        this.file = Path.of(unit.getSourceFile().toUri());
    }

    static List<Entry> of(final List<Path> files) {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            final List<JavaFileObject> sources = new ArrayList<>();
            for (final JavaFileObject source : manager.getJavaFileObjectsFromPaths(files)) {
                sources.add(source.getName().contains(Source.ARCHETYPE) ? new Generated(source) : source);
            }
            final JavacTask task = (JavacTask) compiler.getTask(null, manager, null, null, null, sources);
            final SourcePositions positions = Trees.instance(task).getSourcePositions();
            final List<Entry> entries = new ArrayList<>();
            for (final CompilationUnitTree unit : task.parse()) {
                final SourceNames names = new SourceNames(positions, unit);
                names.scan(unit, null);
                entries.addAll(names.entries);
            }
            return entries;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Void visitClass(final ClassTree type, final @Nullable Void parameter) {
        if (!type.getSimpleName().isEmpty()) {
            final Tree superclass = type.getExtendsClause();
            add(
                    getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree
                            ? Kind.TOP_LEVEL_TYPE
                            : Kind.NESTED_TYPE,
                    type.getSimpleName().toString(),
                    superclass == null ? "" : superclass.toString(),
                    type);
        }
        return super.visitClass(type, parameter);
    }

    @Override
    public @Nullable Void visitMethod(final MethodTree method, final @Nullable Void parameter) {
        add(Kind.MEMBER, method.getName().toString(), "", method);
        return super.visitMethod(method, parameter);
    }

    @Override
    public @Nullable Void visitVariable(final VariableTree variable, final @Nullable Void parameter) {
        final Tree parent = getCurrentPath().getParentPath().getLeaf();
        if (parent instanceof ClassTree) {
            add(Kind.MEMBER, variable.getName().toString(), "", variable);
        }
        return super.visitVariable(variable, parameter);
    }

    @Override
    public @Nullable Void visitLiteral(final LiteralTree literal, final @Nullable Void parameter) {
        if (literal.getValue() instanceof String text && text.contains(" ")) {
            add(Kind.TEXT, text, "", literal);
        }
        return super.visitLiteral(literal, parameter);
    }

    private void add(final Kind kind, final String text, final String superclass, final Tree tree) {
        final long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        entries.add(new Entry(kind, text, superclass, file, line));
    }
}
