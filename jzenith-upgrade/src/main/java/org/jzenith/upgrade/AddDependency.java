package org.jzenith.upgrade;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Option;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.search.UsesType;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.xml.XPathMatcher;
import org.openrewrite.xml.XmlVisitor;
import org.openrewrite.xml.tree.Content;
import org.openrewrite.xml.tree.Xml;

/**
 * Adds a library to the pom of each project whose sources use it, because another library no longer brings it. The BOM has its version.
 * OpenRewrite's own recipe of this name resolves the pom's dependencies first, and fails if a repository is unavailable.
 */
public final class AddDependency extends ScanningRecipe<Set<Path>> {

    private static final XPathMatcher DEPENDENCIES = new XPathMatcher("/project/dependencies");

    @Option(displayName = "Type", description = "The pattern of the library's types.", example = "org.jooq..*")
    private final String type;

    @Option(
            displayName = "Beside",
            description =
                    "The artifact of org.jzenith after which the library is added; poms without it stay as they are.",
            example = "jzenith-postgresql")
    private final String beside;

    @Option(displayName = "Group", description = "The groupId of the library.", example = "org.jooq")
    private final String groupId;

    @Option(displayName = "Artifact", description = "The artifactId of the library.", example = "jooq")
    private final String artifactId;

    @Option(
            displayName = "Scope",
            description = "The scope of the library, if it is not compile.",
            example = "test",
            required = false)
    private final @Nullable String scope;

    /**
     * Creates the recipe.
     *
     * @param type the pattern of the library's types
     * @param beside the artifact of {@code org.jzenith} after which the library is added; poms without it stay as they are
     * @param groupId the {@code groupId} of the library
     * @param artifactId the {@code artifactId} of the library
     * @param scope the scope of the library; null for compile
     */
    @JsonCreator
    public AddDependency(
            @JsonProperty("type") final String type,
            @JsonProperty("beside") final String beside,
            @JsonProperty("groupId") final String groupId,
            @JsonProperty("artifactId") final String artifactId,
            @JsonProperty("scope") final @Nullable String scope) {
        this.type = type;
        this.beside = beside;
        this.groupId = groupId;
        this.artifactId = artifactId;
        this.scope = scope;
    }

    @Override
    public String getDisplayName() {
        return "Add a library that another one no longer brings";
    }

    @Override
    public String getDescription() {
        return "Adds a dependency without a version to the pom of each project whose sources use its types.";
    }

    @Override
    public Set<Path> getInitialValue(final ExecutionContext context) {
        return new HashSet<>();
    }

    /** Collects the poms of the projects whose sources use the types. */
    @Override
    public TreeVisitor<?, ExecutionContext> getScanner(final Set<Path> poms) {
        final UsesType<ExecutionContext> uses = new UsesType<>(type, true);
        return new TreeVisitor<>() {
            @Override
            public @Nullable Tree visit(final @Nullable Tree tree, final ExecutionContext context) {
                if (tree instanceof JavaSourceFile source && uses.visit(source, context) != source) {
                    poms.add(pomOf(source.getSourcePath()));
                }
                return tree;
            }
        };
    }

    private static Path pomOf(final Path source) {
        Path folder = source;
        while (folder.getParent() != null && !folder.endsWith("src")) {
            folder = folder.getParent();
        }
        return folder.resolveSibling("pom.xml");
    }

    private static boolean isDependency(final Xml.Tag tag, final String group, final String artifact) {
        return tag.getChildValue("groupId").filter(group::equals).isPresent()
                && tag.getChildValue("artifactId").filter(artifact::equals).isPresent();
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(final Set<Path> poms) {
        return new XmlVisitor<>() {
            @Override
            public boolean isAcceptable(final SourceFile file, final ExecutionContext context) {
                return file instanceof Xml.Document && poms.contains(file.getSourcePath());
            }

            @Override
            public Xml visitTag(final Xml.Tag tag, final ExecutionContext context) {
                if (!DEPENDENCIES.matches(getCursor())) {
                    return super.visitTag(tag, context);
                }
                final List<Content> content = new ArrayList<>(tag.getContent());
                int place = -1;
                for (int i = 0; i < content.size(); i++) {
                    if (content.get(i) instanceof Xml.Tag each) {
                        if (isDependency(each, groupId, artifactId)) {
                            return tag;
                        }
                        if (isDependency(each, "org.jzenith", beside)) {
                            place = i + 1;
                        }
                    }
                }
                if (place < 0) {
                    return tag;
                }
                final Xml.Tag added = Xml.Tag.build("<dependency>\n<groupId>" + groupId + "</groupId>\n<artifactId>"
                        + artifactId + "</artifactId>\n" + (scope == null ? "" : "<scope>" + scope + "</scope>\n")
                        + "</dependency>");
                content.add(place, autoFormat(added.withPrefix("\n"), context, getCursor()));
                return tag.withContent(content);
            }
        };
    }
}
