package org.jzenith.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A {@code pom.xml} as it is written, without what it inherits. */
final class Pom {

    private static final List<String> KINDS =
            List.of("dependency", "plugin", "extension", "path", "annotationProcessorPath");

    private final Element project;

    private Pom(final Element project) {
        this.project = project;
    }

    static Pom of(final Path module) {
        return read(module.resolve("pom.xml"));
    }

    static Pom read(final Path file) {
        try {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return new Pom(factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement());
        } catch (final IOException | ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("The pom " + file + " cannot be read.", e);
        }
    }

    List<String> modules() {
        return children(project, "modules").stream()
                .flatMap(modules -> children(modules, "module").stream())
                .map(module -> module.getTextContent().strip())
                .toList();
    }

    String packaging() {
        final String packaging = text("packaging");
        return packaging.isEmpty() ? "jar" : packaging;
    }

    String property(final String name) {
        return children(project, "properties").stream()
                .map(properties -> text(properties, name))
                .findFirst()
                .orElse("");
    }

    Map<String, String> properties() {
        return properties(project);
    }

    Map<String, String> propertiesOfProfile(final String id) {
        return children(project, "profiles").stream()
                .flatMap(profiles -> children(profiles, "profile").stream())
                .filter(profile -> text(profile, "id").equals(id))
                .findFirst()
                .map(Pom::properties)
                .orElseGet(Map::of);
    }

    /** The values of an entry in the configuration of a plugin. */
    List<String> configuration(final String plugin, final String entry) {
        final List<String> found = new ArrayList<>();
        final var elements = project.getElementsByTagName("plugin");
        for (int i = 0; i < elements.getLength(); i++) {
            final Element element = (Element) elements.item(i);
            if (text(element, "artifactId").equals(plugin)) {
                children(element, "configuration").stream()
                        .flatMap(configuration -> children(configuration, entry).stream())
                        .forEach(value -> found.add(value.getTextContent().strip()));
            }
        }
        return found;
    }

    private static Map<String, String> properties(final Element parent) {
        final Map<String, String> found = new LinkedHashMap<>();
        for (final Element properties : children(parent, "properties")) {
            for (Node node = properties.getFirstChild(); node != null; node = node.getNextSibling()) {
                if (node instanceof Element element) {
                    found.put(element.getTagName(), element.getTextContent().strip());
                }
            }
        }
        return found;
    }

    String text(final String name) {
        return text(project, name);
    }

    boolean has(final String name) {
        return !children(project, name).isEmpty();
    }

    /** The names of its licenses. */
    List<String> licenses() {
        return children(project, "licenses").stream()
                .flatMap(licenses -> children(licenses, "license").stream())
                .map(license -> text(license, "name"))
                .toList();
    }

    /** The file of the pom that it inherits from, relative to a Maven repository. */
    Optional<String> parent() {
        return children(project, "parent").stream()
                .map(parent -> {
                    final String artifact = text(parent, "artifactId");
                    final String version = text(parent, "version");
                    return text(parent, "groupId").replace('.', '/') + "/" + artifact + "/" + version + "/" + artifact
                            + "-" + version + ".pom";
                })
                .findFirst();
    }

    /** The artifactIds of the direct dependencies in some scopes. */
    List<String> dependencies(final String... scopes) {
        return children(project, "dependencies").stream()
                .flatMap(dependencies -> children(dependencies, "dependency").stream())
                .filter(dependency -> {
                    final String scope =
                            text(dependency, "optional").equals("true") ? "optional" : text(dependency, "scope");
                    return Set.of(scopes).contains(scope.isEmpty() ? "compile" : scope);
                })
                .map(dependency -> text(dependency, "artifactId"))
                .toList();
    }

    /** The artifactIds that the dependency management of this pom names. */
    List<String> managed() {
        return children(project, "dependencyManagement").stream()
                .flatMap(management -> children(management, "dependencies").stream())
                .flatMap(dependencies -> children(dependencies, "dependency").stream())
                .map(dependency -> text(dependency, "artifactId"))
                .toList();
    }

    /** The artifactIds of dependencies and plugins, wherever they stand, that carry a version. */
    List<String> versioned() {
        final List<String> found = new ArrayList<>();
        for (final String kind : KINDS) {
            final var elements = project.getElementsByTagName(kind);
            for (int i = 0; i < elements.getLength(); i++) {
                final Element element = (Element) elements.item(i);
                final String version = text(element, "version");
                // Nothing else can manage the version of an extension.
                if (!version.isEmpty() && !(kind.equals("extension") && version.startsWith("${"))) {
                    found.add(text(element, "artifactId"));
                }
            }
        }
        return found;
    }

    /** The versions of dependencies and plugins, wherever they stand. */
    List<String> versions() {
        final List<String> found = new ArrayList<>();
        for (final String kind : KINDS) {
            final var elements = project.getElementsByTagName(kind);
            for (int i = 0; i < elements.getLength(); i++) {
                final String version = text((Element) elements.item(i), "version");
                if (!version.isEmpty()) {
                    found.add(version);
                }
            }
        }
        return found;
    }

    private static String text(final Element parent, final String name) {
        return children(parent, name).stream()
                .map(element -> element.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static List<Element> children(final Element parent, final String name) {
        final List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                children.add(element);
            }
        }
        return children;
    }
}
