import java.io.File;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Prints the breaking changes in reports of japicmp as entries for the changelog: {@code java docs/BreakingChanges.java VERSION
 * FILE.xml ..}, with the version before.
 */
final class BreakingChanges {

    private final Collection<String> entries = new TreeSet<>();

    private BreakingChanges() {}

    public static void main(final String... args) throws Exception {
        final BreakingChanges changes = new BreakingChanges();
        final DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (final String file : List.of(args).subList(1, args.length)) {
            changes.add(parser.parse(new File(file)).getElementsByTagName("compatibilityChange"));
        }
        changes.print(args[0]);
    }

    private void add(final NodeList changes) {
        for (int i = 0; i < changes.getLength(); i++) {
            final Element change = (Element) changes.item(i);
            if (isBreaking(change)) {
                add(change.getAttribute("type"), (Element) change.getParentNode().getParentNode());
            }
        }
    }

    /** Changes of a superclass or an interface are entries of that type. */
    private static boolean isBreaking(final Element change) {
        final boolean compatible = change.getAttribute("binaryCompatible").equals("true")
                && change.getAttribute("sourceCompatible").equals("true");
        return !compatible && !change.getAttribute("type").matches(".*_IN_(SUPERCLASS|IMPLEMENTED_INTERFACE)");
    }

    private void add(final String type, final Element changed) {
        String member = "";
        Element element = changed;
        while (!element.getTagName().equals("class")) {
            switch (element.getTagName()) {
                case "method", "constructor" -> member = "." + element.getAttribute("name") + parameters(element);
                case "field" -> member = "." + element.getAttribute("name");
                default -> {}
            }
            element = (Element) element.getParentNode();
        }
        // The members of a removed class are gone with it.
        if (member.isEmpty() || !element.getAttribute("changeStatus").equals("REMOVED")) {
            entries.add("- `" + element.getAttribute("fullyQualifiedName").replace('$', '.') + member + "`: "
                    + type.replaceFirst("^(CLASS|METHOD|CONSTRUCTOR|FIELD)_", "")
                            .replace('_', ' ')
                            .toLowerCase());
        }
    }

    private static String parameters(final Element method) {
        final NodeList parameters = method.getElementsByTagName("parameter");
        final StringBuilder types = new StringBuilder();
        for (int i = 0; i < parameters.getLength(); i++) {
            types.append(i == 0 ? "" : ", ")
                    .append(((Element) parameters.item(i)).getAttribute("type").replaceAll("\\b[a-z]\\w*\\.", ""));
        }
        return "(" + types + ")";
    }

    private void print(final String previous) {
        if (entries.isEmpty()) {
            System.out.println("There are no breaking changes since " + previous + ".");
            return;
        }
        System.out.println("Breaking changes since " + previous + ", for the changelog, which says for each what to write instead:\n");
        entries.forEach(System.out::println);
    }
}
