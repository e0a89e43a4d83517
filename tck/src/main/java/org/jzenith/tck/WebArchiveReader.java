package org.jzenith.tck;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jboss.shrinkwrap.api.ArchivePath;
import org.jboss.shrinkwrap.api.Node;
import org.jspecify.annotations.Nullable;
import org.jzenith.tck.WebArchive.Api;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads a WAR as far as Jakarta REST is concerned (Jakarta REST 3.1, 2.3.2). */
final class WebArchiveReader {

    private static final String CLASSES = "/WEB-INF/classes/";
    private static final String CLASS = ".class";
    private static final String SERVICES = CLASSES + "META-INF/services/";

    private final List<String> classes = new ArrayList<>();
    private final List<String> applications = new ArrayList<>();
    private final Set<Api> apis = EnumSet.noneOf(Api.class);
    private final List<String> services = new ArrayList<>();
    private final List<String> guardedPaths = new ArrayList<>();
    private final List<String> roles = new ArrayList<>();
    private @Nullable String mapping;

    private WebArchiveReader() {}

    static WebArchive read(final String contextPath, final Map<ArchivePath, Node> content) throws IOException {
        final WebArchiveReader reader = new WebArchiveReader();
        for (final Map.Entry<ArchivePath, Node> entry : content.entrySet()) {
            reader.read(entry.getKey().get(), entry.getValue());
        }
        return new WebArchive(
                contextPath,
                reader.mapping,
                reader.applications,
                reader.classes,
                reader.services,
                reader.guardedPaths,
                reader.roles,
                List.copyOf(reader.apis));
    }

    private void read(final String path, final Node node) throws IOException {
        if (path.startsWith(CLASSES) && path.endsWith(CLASS)) {
            classes.add(path.substring(CLASSES.length(), path.length() - CLASS.length())
                    .replace('/', '.'));
            readClass(bytes(node), path.contains("/lib/"));
        } else if (path.startsWith(SERVICES)) {
            new String(bytes(node), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> services.add(path.substring(SERVICES.length()) + " " + line));
        } else if (path.equals("/WEB-INF/web.xml")) {
            readDescriptor(node);
        }
    }

    /** The TCK's own library uses files for itself. */
    private void readClass(final byte[] bytes, final boolean isLibrary) {
        final String bytecode = new String(bytes, StandardCharsets.ISO_8859_1);
        for (final Api api : Api.values()) {
            if (api.isIn(bytecode) && !(api == Api.FILE && isLibrary)) {
                apis.add(api);
            }
        }
    }

    private static byte[] bytes(final Node node) throws IOException {
        try (InputStream in = node.getAsset().openStream()) {
            return in.readAllBytes();
        }
    }

    private void readDescriptor(final Node node) throws IOException {
        final Document document;
        try (InputStream in = node.getAsset().openStream()) {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            document = factory.newDocumentBuilder().parse(in);
        } catch (final ParserConfigurationException | SAXException e) {
            throw new IOException("The web.xml of a WAR cannot be read.", e);
        }
        final List<String> names = texts(document, "param-name");
        final List<String> values = texts(document, "param-value");
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals("jakarta.ws.rs.Application")) {
                applications.add(values.get(i));
            }
        }
        texts(document, "servlet-name").stream().findFirst().ifPresent(applications::add);
        texts(document, "web-resource-collection").forEach(text -> guardedPaths.add(urlPattern(text)));
        readRoles(document.getElementsByTagNameNS("*", "auth-constraint"));
        texts(document, "servlet-mapping").stream().findFirst().ifPresent(text -> mapping = pattern(text));
    }

    private static List<String> texts(final Document document, final String element) {
        final NodeList nodes = document.getElementsByTagNameNS("*", element);
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    private void readRoles(final NodeList constraints) {
        for (int i = 0; i < constraints.getLength(); i++) {
            final NodeList names = ((Element) constraints.item(i)).getElementsByTagNameNS("*", "role-name");
            for (int role = 0; role < names.getLength(); role++) {
                roles.add(names.item(role).getTextContent().strip());
            }
        }
    }

    /** The text of a collection is its name, then the pattern, then the methods. */
    private static String urlPattern(final String collection) {
        return pattern(collection
                .lines()
                .filter(line -> line.contains("/"))
                .findFirst()
                .orElse("/*"));
    }

    /** The text of a mapping is the servlet's name, then the pattern. */
    private static String pattern(final String mapping) {
        return mapping.substring(Math.max(0, mapping.indexOf('/'))).strip().replaceAll("/?\\*$", "");
    }
}
