package org.jzenith.core.configuration;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

/** Reads YAML into flat keys, each with its line. Constructs no objects from tags. */
final class YamlText {

    private static final int MAX_DEPTH = 50;

    private final String file;
    private final KeyCatalogue catalogue;
    private final Map<String, Setting> settings;
    private final List<StartProblem> problems = new ArrayList<>();

    private YamlText(final String file, final KeyCatalogue catalogue, final Map<String, Setting> settings) {
        this.file = file;
        this.catalogue = catalogue;
        this.settings = settings;
    }

    static List<StartProblem> read(
            final String text, final String file, final KeyCatalogue catalogue, final Map<String, Setting> settings) {
        final YamlText reader = new YamlText(file, catalogue, settings);
        try {
            final Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
            for (final Node document : yaml.composeAll(new StringReader(text))) {
                reader.document(document);
            }
        } catch (final MarkedYAMLException e) {
            final int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            reader.malformed(line, String.valueOf(e.getProblem()));
        } catch (final YAMLException e) {
            reader.malformed(0, "it is not YAML");
        }
        return reader.problems;
    }

    private void document(final Node document) {
        if (document instanceof final MappingNode mapping) {
            mapping("", mapping, 0);
        } else if (!isNull(document)) {
            malformed(line(document), "keys with values are expected");
        }
    }

    private void mapping(final String path, final MappingNode mapping, final int depth) {
        if (depth > MAX_DEPTH) {
            malformed(line(mapping), "it is nested too deeply");
            return;
        }
        final Map<String, Integer> seen = new HashMap<>();
        for (final NodeTuple tuple : mapping.getValue()) {
            if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
                merge(path, tuple.getValueNode(), depth);
            }
        }
        for (final NodeTuple tuple : mapping.getValue()) {
            final Node keyNode = tuple.getKeyNode();
            if (keyNode.getTag().equals(Tag.MERGE)) {
                continue;
            }
            if (!(keyNode instanceof final ScalarNode key)) {
                malformed(line(keyNode), "a key is not plain text");
                continue;
            }
            final @Nullable Integer before = seen.putIfAbsent(key.getValue(), line(key));
            if (before != null) {
                malformed(line(key), "the key '" + key.getValue() + "' already stands in line " + before);
            }
            value(join(path, key.getValue()), tuple.getValueNode(), depth + 1);
        }
    }

    private void merge(final String path, final Node node, final int depth) {
        if (node instanceof final MappingNode mapping) {
            mapping(path, mapping, depth + 1);
        } else if (node instanceof final SequenceNode sequence) {
            for (int i = sequence.getValue().size() - 1; i >= 0; i--) {
                merge(path, sequence.getValue().get(i), depth + 1);
            }
        }
    }

    private void value(final String path, final Node node, final int depth) {
        if (node instanceof final MappingNode mapping) {
            mapping(path, mapping, depth);
        } else if (node instanceof final SequenceNode sequence) {
            sequence(path, sequence, depth);
        } else if (node instanceof final ScalarNode scalar && !isNull(scalar)) {
            settings.put(path, new Setting(scalar.getValue(), place(line(scalar))));
        }
    }

    /** Plain lists become one text, so that a list in a stronger source replaces the whole of it. */
    private void sequence(final String path, final SequenceNode sequence, final int depth) {
        if (depth > MAX_DEPTH) {
            malformed(line(sequence), "it is nested too deeply");
            return;
        }
        final List<Node> elements = sequence.getValue();
        if (elements.stream().allMatch(ScalarNode.class::isInstance)) {
            final List<String> texts = elements.stream()
                    .map(element -> ((ScalarNode) element).getValue())
                    .toList();
            settings.put(path, new Setting(ValueConverters.joined(texts), place(line(sequence))));
            return;
        }
        for (int i = 0; i < elements.size(); i++) {
            value(path + "[" + i + "]", elements.get(i), depth + 1);
        }
    }

    private static boolean isNull(final Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** A dot inside a key means a path, as in a properties file, except where users choose the names themselves. */
    private String join(final String path, final String key) {
        if (path.isEmpty()) {
            return key;
        }
        final boolean quoted = key.indexOf('.') >= 0 && catalogue.isMap(Profiles.strip(path)) && !key.startsWith("\"");
        return path + "." + (quoted ? '"' + key + '"' : key);
    }

    private static int line(final Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private String place(final int line) {
        return line == 0 ? file : file + " line " + line;
    }

    private void malformed(final int line, final String why) {
        problems.add(StartProblem.of(
                        "The file " + file + " is malformed" + (line == 0 ? "" : " in line " + line) + ": " + why + ".")
                .from(place(line))
                .remedy("Correct the YAML; settings stand as key: value, indented by spaces."));
    }
}
