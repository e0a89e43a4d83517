package org.jzenith.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A file format of the document. */
enum DocumentFormat {
    JSON(".json", "application/json"),
    YAML(".yaml", "application/yaml");

    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    private final String suffix;
    private final String mediaType;

    DocumentFormat(final String suffix, final String mediaType) {
        this.suffix = suffix;
        this.mediaType = mediaType;
    }

    String suffix() {
        return suffix;
    }

    String mediaType() {
        return mediaType;
    }

    /** Returns the format for a file name; JSON unless the name has the suffix of another format. */
    static DocumentFormat ofFile(final String file) {
        return file.endsWith(".yaml") || file.endsWith(".yml") ? YAML : JSON;
    }

    String write(final ObjectNode document) {
        return this == JSON ? document.toPrettyString() + "\n" : yaml(new JsonMapper().convertValue(document, MAP));
    }

    JsonNode read(final String text) throws JsonProcessingException {
        final JsonMapper mapper = new JsonMapper();
        return this == JSON
                ? mapper.readTree(text)
                : mapper.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
    }

    private static String yaml(final Map<String, Object> document) {
        final DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setSplitLines(false);
        return new Yaml(options).dump(document);
    }
}
