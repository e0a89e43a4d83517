package org.jzenith.rest.internal.pipeline;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.core.PathSegment;
import java.util.List;
import org.jboss.resteasy.specimpl.PathSegmentImpl;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.route.MethodTable;

/**
 * The part of a path that was matched, by a root resource or by the sub-resource of a locator.
 *
 * @param before the match before the sub-resource; null in a root resource
 * @param match the position in the path
 * @param selection the method or locator
 * @param start the start of the path behind the base path
 */
public record PathMatch(
        @Nullable PathMatch before,
        MethodTable.Match<RouteTarget> match,
        MethodTable.Selection<RouteTarget> selection,
        int start) {

    /** The value of the parameter, as it stands in the path; of several with one name, the last one. */
    public String value(final int parameter) {
        return match.value(parameter);
    }

    /** Returns true if this locator and the given number before it have matched an empty part of the path. */
    public boolean isEmptyFor(final int locators) {
        PathMatch each = this;
        for (int i = 0; i < locators; i++) {
            final PathMatch earlier = each.before;
            if (earlier == null || earlier.match.locatorEnd() != each.match.locatorEnd()) {
                return false;
            }
            each = earlier;
        }
        return true;
    }

    /** Tells a URI what RESTEasy would have found. */
    void describe(final ResteasyUriInfo uri) {
        if (before != null) {
            before.describe(uri);
        }
        describeThis(uri);
    }

    /** Describes this match to the URI, which already has the earlier ones. */
    public void describeThis(final ResteasyUriInfo uri) {
        if (before == null) {
            uri.pushMatchedURI(match.path().substring(start, match.classEnd()));
        }
        final List<String> names = selection.names();
        for (int i = 0; i < names.size(); i++) {
            addParameter(uri, names.get(i), match.value(i), segment(match.valueStart(i)));
        }
        if (selection.target() instanceof RouteTarget.CompiledMethod compiled) {
            if (compiled.model().hasPath()) {
                uri.pushMatchedURI(uri.getMatchingPath());
            }
        } else {
            final String located = match.path().substring(start, match.locatorEnd());
            uri.pushMatchedPath(located);
            uri.pushMatchedURI(located);
        }
    }

    /** The number of slashes before, but for the first. */
    private int segment(final int valueStart) {
        int segment = 0;
        for (int i = start + 1; i < valueStart; i++) {
            if (match.path().charAt(i) == '/') {
                segment++;
            }
        }
        return segment;
    }

    private static void addParameter(
            final ResteasyUriInfo uri, final String name, final String value, final int firstSegment) {
        uri.addEncodedPathParameter(name, value);
        if (value.isEmpty() && firstSegment == uri.getPathSegments().size()) { // behind the slash at the end
            final PathSegment[] empty = {new PathSegmentImpl("", false)};
            uri.getEncodedPathParameterPathSegments().add(name, empty);
            uri.getPathParameterPathSegments().add(name, empty);
            return;
        }
        final int count = 1 + (int) value.chars().filter(c -> c == '/').count();
        if (firstSegment + count > uri.getPathSegments().size()) {
            throw new BadRequestException();
        }
        uri.getEncodedPathParameterPathSegments().add(name, segments(uri.getPathSegments(false), firstSegment, count));
        uri.getPathParameterPathSegments().add(name, segments(uri.getPathSegments(), firstSegment, count));
    }

    private static PathSegment[] segments(final List<PathSegment> all, final int first, final int count) {
        return all.subList(first, first + count).toArray(PathSegment[]::new);
    }
}
