package org.jzenith.rest.argument;

import jakarta.ws.rs.ext.ParamConverter;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jspecify.annotations.Nullable;

/**
 * The rule for a parameter without text, such as {@code ?limit=}, or with white space alone: it counts as missing, unless such text may
 * be a value of the type, as of {@code String}. RESTEasy has a rule for each way in which it makes a value.
 */
public final class EmptyText {

    private EmptyText() {}

    /**
     * Returns true if empty text counts as missing: for numbers, {@code boolean}, {@code char}, enums, {@code UUID} and {@code
     * java.time}. The application's own types and converters get the empty text.
     *
     * @param injector converts the text
     * @param type the type to which it converts, or that of an element
     * @return false if empty text may be a value
     */
    public static boolean isMissing(final StringParameterInjector injector, final Class<?> type) {
        return isOfFramework(injector.getParamConverter())
                && (type.isPrimitive()
                        || type.isEnum()
                        || Number.class.isAssignableFrom(type)
                        || type == Boolean.class
                        || type == Character.class
                        || type == UUID.class
                        || type.getPackageName().equals("java.time"));
    }

    private static boolean isOfFramework(final @Nullable ParamConverter<?> converter) {
        return converter == null
                || converter.getClass().getPackage() == EmptyText.class.getPackage()
                || converter.getClass().getPackage() == StringParameterInjector.class.getPackage();
    }

    /**
     * Returns the texts that are not empty.
     *
     * @param texts null if the parameter is missing
     * @return null if there are none
     */
    public static @Nullable List<String> present(final @Nullable List<String> texts) {
        if (texts == null || texts.stream().noneMatch(String::isBlank)) {
            return texts;
        }
        final List<String> present =
                texts.stream().filter(text -> !text.isBlank()).toList();
        return present.isEmpty() ? null : present;
    }
}
