package org.jzenith.rest.internal.validation;

import jakarta.validation.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path of a violation in terms of the request; it shows no names of methods and Java parameters. */
final class ViolationPath {

    private static final String BODY = "body";

    private final List<ParameterLocation> parameters;
    private final StringBuilder text = new StringBuilder();
    private @Nullable Class<?> bean;

    private ViolationPath(final List<ParameterLocation> parameters, final @Nullable Class<?> bean) {
        this.parameters = parameters;
        this.bean = bean;
    }

    /** The path of a violation in a body, or below a prefix in it. */
    static String inBody(final String prefix, final Path path) {
        final ViolationPath client = new ViolationPath(List.of(), null);
        client.text.append(prefix);
        return client.render(path);
    }

    /** The path of a violation in an object whose properties RESTEasy fills from the request. */
    static String inBean(final Path path, final Class<?> type) {
        return new ViolationPath(List.of(), type).render(path);
    }

    /** The path of a violation in the parameters of a method. */
    static String inParameters(final Path path, final List<ParameterLocation> parameters) {
        return new ViolationPath(parameters, null).render(path);
    }

    /** The path of a violation in the value of a parameter. */
    static String inParameter(final Path path, final ParameterLocation parameter) {
        final ViolationPath client = new ViolationPath(List.of(), null);
        client.enter(parameter);
        return client.render(path);
    }

    private String render(final Path path) {
        for (final Path.Node node : path) {
            appendIndex(node);
            switch (node.getKind()) {
                case PARAMETER ->
                    enter(parameters.get(node.as(Path.ParameterNode.class).getParameterIndex()));
                case CROSS_PARAMETER -> append("parameters");
                case PROPERTY -> appendProperty(node.getName());
                default -> {
                    // Names of methods are internal; beans and container elements have no name.
                }
            }
        }
        return text.isEmpty() ? BODY : text.toString();
    }

    private void enter(final ParameterLocation location) {
        append(location.path());
        bean = location.bean();
    }

    private void appendProperty(final String name) {
        if (bean == null) {
            append(name);
        } else {
            enter(ParameterLocation.ofProperty(bean, name));
        }
    }

    private void append(final String name) {
        text.append(text.isEmpty() || name.isEmpty() ? "" : ".").append(name);
    }

    private void appendIndex(final Path.Node node) {
        if (node.getIndex() != null) {
            text.append('[').append(node.getIndex()).append(']');
        } else if (node.getKey() != null) {
            append(node.getKey().toString());
        }
    }
}
