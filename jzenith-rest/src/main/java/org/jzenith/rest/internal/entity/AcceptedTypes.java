package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.core.MediaType;
import java.util.Comparator;
import java.util.List;
import org.jzenith.http.internal.request.HeaderList;

/** Reads {@code Accept} headers (RFC 9110, 12.5.1). */
public final class AcceptedTypes {

    /** The order of RESTEasy: the preferred ones first, and of those the more specific ones. */
    private static final Comparator<MediaType> ORDER = Comparator.comparingInt(AcceptedTypes::weight)
            .reversed()
            .thenComparing(MediaType::isWildcardType)
            .thenComparing(type -> MediaRange.width(type.getSubtype()))
            .thenComparing(AcceptedTypes::parameters, Comparator.reverseOrder());

    private AcceptedTypes() {}

    /**
     * Reads the header.
     *
     * @param accept its fields, joined by commas
     * @return the types with their parameters, the preferred ones first; empty if it has none
     * @throws IllegalArgumentException if a type or weight is malformed
     */
    public static List<MediaType> of(final String accept) {
        return HeaderList.elements(List.of(accept)).stream()
                .map(AcceptedTypes::type)
                .sorted(ORDER)
                .toList();
    }

    /**
     * Reads a type.
     *
     * @param element an element of an {@code Accept}, or a {@code Content-Type}
     * @return the type with its parameters
     * @throws IllegalArgumentException if it or its weight is malformed
     */
    public static MediaType type(final String element) {
        final MediaType type = MediaType.valueOf(element);
        if (weight(type) < 0) {
            throw new IllegalArgumentException("The weight of '" + element + "' is malformed.");
        }
        return type;
    }

    /**
     * Returns the weight of a type.
     *
     * @param type one of an {@code Accept}
     * @return thousandths
     */
    public static int weight(final MediaType type) {
        return HeaderList.weightOf(type.getParameters().get("q"));
    }

    private static int parameters(final MediaType type) {
        return type.getParameters().size() - (type.getParameters().containsKey("q") ? 1 : 0);
    }
}
