package org.jzenith.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Counts the results of a run, and compares its failures with those of stock RESTEasy and with those that a page names
 * with a reason.
 */
public final class TckReport {

    private enum Result {
        PASSED,
        FAILED,
        SKIPPED
    }

    private static final int LONGEST_MESSAGE = 240;

    private final Map<String, Result> results = new TreeMap<>();
    private final Map<String, String> messages = new TreeMap<>();

    private TckReport(final Path file) throws IOException {
        try {
            final Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
            final NodeList tests = document.getElementsByTagName("testcase");
            for (int i = 0; i < tests.getLength(); i++) {
                read((Element) tests.item(i));
            }
        } catch (final ParserConfigurationException | SAXException e) {
            throw new IOException(file + " cannot be read.", e);
        }
    }

    private void read(final Element test) {
        final String name = test.getAttribute("classname").replaceFirst("^ee\\.jakarta\\.tck\\.ws\\.rs\\.", "") + "#"
                + test.getAttribute("name").replaceFirst("\\(.*", "");
        final Element failure = child(test, "failure", "error");
        if (failure != null) {
            results.put(name, Result.FAILED);
            final String message = failure.getAttribute("message").replaceAll("\\s+", " ");
            messages.put(name, message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
        } else {
            results.put(name, child(test, "skipped") == null ? Result.PASSED : Result.SKIPPED);
        }
    }

    private static @Nullable Element child(final Element test, final String... names) {
        for (final String name : names) {
            final NodeList children = test.getElementsByTagName(name);
            if (children.getLength() > 0) {
                return (Element) children.item(0);
            }
        }
        return null;
    }

    private long count(final Result result) {
        return results.values().stream().filter(result::equals).count();
    }

    private List<String> failures() {
        return List.copyOf(messages.keySet());
    }

    /**
     * Prints the report; the process fails if a test failed that neither fails with stock RESTEasy nor is named.
     *
     * @param arguments the results in JUnit's XML, the list of stock RESTEasy's failures, and the page that names
     *     failures with a reason
     * @throws IOException if a file cannot be read
     */
    public static void main(final String... arguments) throws IOException {
        final TckReport report = new TckReport(Path.of(arguments[0]));
        System.out.printf(
                "%d tests: %d passed, %d failed, %d skipped%n",
                report.results.size(),
                report.count(Result.PASSED),
                report.count(Result.FAILED),
                report.count(Result.SKIPPED));
        final int unexplained =
                report.compare(Files.readAllLines(Path.of(arguments[1])), Files.readString(Path.of(arguments[2])));
        System.exit(unexplained == 0 && report.count(Result.PASSED) > 0 ? 0 : 1);
    }

    private int compare(final List<String> stock, final String page) {
        int unexplained = 0;
        for (final String name : failures()) {
            final String reason;
            if (stock.contains(name)) {
                reason = "as stock RESTEasy";
            } else if (page.contains("`" + name + "`")) {
                reason = "named";
            } else {
                reason = "NOT NAMED";
                unexplained++;
            }
            System.out.printf("%s: %s | %s%n", reason, name, messages.get(name));
        }
        stock.stream()
                .filter(name -> results.get(name) == Result.PASSED)
                .forEach(name -> System.out.println("better than stock RESTEasy: " + name));
        System.out.printf("%d failures that stock RESTEasy does not have and no page names%n", unexplained);
        return unexplained;
    }
}
