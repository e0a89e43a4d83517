package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.EntityTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.rest.internal.error.Errors;

/**
 * The entity tags of {@code If-Match} or {@code If-None-Match}.
 *
 * @param isAny true for {@code *}
 * @param tags the tags; empty for {@code *}
 */
public record EntityTagList(boolean isAny, List<EntityTag> tags) {

    private static final int BAD_REQUEST = 400;

    /** The next element of a list: an entity tag (RFC 9110, 8.8.3), or nothing (5.6.1.2). */
    private static final Pattern ELEMENT = Pattern.compile("\\G[ \t]*+(?:(W/)?\"([^\"]*)\")?+[ \t]*+(?:,|\\z)");

    /**
     * Reads a header.
     *
     * @param header the name of the header, for the message
     * @param list the fields of the header, with commas between them
     * @return its tags
     * @throws jakarta.ws.rs.WebApplicationException with the status 400 if a tag is malformed
     */
    public static EntityTagList parse(final String header, final String list) {
        if (list.strip().equals("*")) {
            return new EntityTagList(true, List.of());
        }
        final List<EntityTag> tags = new ArrayList<>();
        int end = 0;
        for (final Matcher each = ELEMENT.matcher(list); each.find(); end = each.end()) {
            if (each.group(2) != null) {
                tags.add(new EntityTag(each.group(2), each.group(1) != null));
            }
        }
        if (end < list.length()) {
            throw Errors.exception(
                    BAD_REQUEST,
                    "The header " + header + " has a malformed entity tag; send tags in quotes, such as \"v1\", with"
                            + " commas between them.");
        }
        return new EntityTagList(false, List.copyOf(tags));
    }

    /** Returns true if a tag is in the list; the weak comparison ignores {@code W/} (RFC 9110, 8.8.3.2). */
    boolean matches(final EntityTag tag, final boolean weakly) {
        return isAny
                || tags.stream()
                        .anyMatch(each -> (weakly || !(each.isWeak() || tag.isWeak()))
                                && Objects.equals(each.getValue(), tag.getValue()));
    }
}
