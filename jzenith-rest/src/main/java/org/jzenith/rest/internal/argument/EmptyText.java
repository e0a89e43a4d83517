package org.jzenith.rest.internal.argument;

import java.io.File;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.SortOrder;

/**
 * The rule for a parameter without text, such as {@code ?limit=}, or with white space alone. It depends on the type only; RESTEasy has a
 * rule for each way in which it makes a value.
 */
final class EmptyText {

    /** The types of the JDK that empty text is a value of. */
    private static final Set<Class<?>> TEXTS =
            Set.of(String.class, StringBuilder.class, StringBuffer.class, URI.class, File.class, Locale.class);

    private EmptyText() {}

    /**
     * Returns true if empty text counts as missing: for primitives, enums, orders and the types of the JDK and Jakarta REST of which it
     * is not a value. Texts and the application's own types and converters get the empty text.
     *
     * @param injector converts the text
     * @param type the type to which it converts, or that of an element
     * @return false if empty text may be a value
     */
    static boolean isMissing(final StringParameterInjector injector, final Class<?> type) {
        return isOfFramework(injector)
                && (type.isPrimitive() || type.isEnum() || type == SortOrder.class || isOfPlatform(type));
    }

    private static boolean isOfPlatform(final Class<?> type) {
        return !TEXTS.contains(type)
                && (type.getName().startsWith("java.") || type.getName().startsWith("jakarta."));
    }

    private static boolean isOfFramework(final StringParameterInjector injector) {
        final Object converter = injector.getParamConverter();
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
    static @Nullable List<String> present(final @Nullable List<String> texts) {
        if (texts == null || texts.stream().noneMatch(String::isBlank)) {
            return texts;
        }
        final List<String> present =
                texts.stream().filter(text -> !text.isBlank()).toList();
        return present.isEmpty() ? null : present;
    }
}
