package org.jzenith.core.internal.configuration.source;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jzenith.core.problem.StartProblem;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.scanner.ScannerException;

/** Reads YAML into flat keys, each with its line; SnakeYAML merges and finds duplicates. Constructs no objects. */
final class YamlText extends SafeConstructor {

    private static final int MAX_DEPTH = 50;

    private final String file;
    private final Predicate<String> isMap;
    private final Map<String, Setting> settings;

    private YamlText(final String file, final Predicate<String> isMap, final Map<String, Setting> settings) {
        super(options());
        this.file = file;
        this.isMap = isMap;
        this.settings = settings;
    }

    private static LoaderOptions options() {
        final LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return options;
    }

    static List<StartProblem> read(
            final String text, final String file, final Predicate<String> isMap, final Map<String, Setting> settings) {
        final YamlText reader = new YamlText(file, isMap, settings);
        try {
            for (final Node document : new Yaml(reader).composeAll(new StringReader(text))) {
                reader.read("", document, 0);
            }
            return List.of();
        } catch (final MarkedYAMLException e) {
            final int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            return List.of(reader.malformed(line, String.valueOf(e.getProblem())));
        } catch (final YAMLException e) {
            return List.of(reader.malformed(0, "it is not YAML"));
        }
    }

    private void read(final String path, final Node node, final int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong(node, "it is nested too deeply");
        }
        if (node instanceof final MappingNode mapping) {
            flattenMapping(mapping);
            for (final NodeTuple tuple : mapping.getValue()) {
                if (!(tuple.getKeyNode() instanceof final ScalarNode key)) {
                    throw wrong(tuple.getKeyNode(), "a key is not plain text");
                }
                read(join(path, key.getValue()), tuple.getValueNode(), depth + 1);
            }
        } else if (path.isEmpty() && !node.getTag().equals(Tag.NULL)) {
            throw wrong(node, "the file must contain keys with values");
        } else if (node instanceof final SequenceNode sequence) {
            list(path, sequence, depth);
        } else if (node instanceof final ScalarNode scalar && !node.getTag().equals(Tag.NULL)) {
            put(path, scalar, scalar.getValue());
        }
    }

    private static ScannerException wrong(final Node node, final String why) {
        return new ScannerException(null, null, why, node.getStartMark());
    }

    /** Plain lists become one text, so that a list in a stronger source replaces the whole of it. */
    private void list(final String path, final SequenceNode sequence, final int depth) {
        final List<Node> elements = sequence.getValue();
        final List<String> texts = new ArrayList<>();
        for (final Node element : elements) {
            if (element instanceof final ScalarNode scalar) {
                texts.add(scalar.getValue());
            }
        }
        if (texts.size() == elements.size()) {
            put(path, sequence, Setting.joined(texts));
            return;
        }
        for (int i = 0; i < elements.size(); i++) {
            read(path + "[" + i + "]", elements.get(i), depth + 1);
        }
    }

    private void put(final String path, final Node node, final String value) {
        settings.put(path, new Setting(value, place(node.getStartMark().getLine() + 1)));
    }

    /** A dot inside a key means a path, as in a properties file, except where users choose the names themselves. */
    private String join(final String path, final String key) {
        if (path.isEmpty()) {
            return key;
        }
        final boolean quoted = key.indexOf('.') >= 0 && isMap.test(Profiles.strip(path)) && !key.startsWith("\"");
        return path + "." + (quoted ? '"' + key + '"' : key);
    }

    private String place(final int line) {
        return line == 0 ? file : file + " line " + line;
    }

    private StartProblem malformed(final int line, final String why) {
        return StartProblem.of(
                        "The file " + file + " is malformed" + (line == 0 ? "" : " in line " + line) + ": " + why + ".")
                .from(place(line))
                .remedy("Fix the YAML: use key: value, indented with spaces.");
    }
}
