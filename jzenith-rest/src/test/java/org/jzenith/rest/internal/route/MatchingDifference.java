package org.jzenith.rest.internal.route;

/** Intended differences from RESTEasy's matching, with their reasons. */
enum MatchingDifference {
    BEST_TEMPLATE_ALONE(
            "Jakarta REST 3.7.2, step 2: only methods with the path that fits best are candidates. RESTEasy takes"
                    + " those of all paths that match, so that the media type may prefer {any} to a literal."),
    HTTP_METHOD_OF_LESSER_TEMPLATE(
            "Jakarta REST 3.7.2, step 3(a): if no candidate supports the HTTP method, the answer is 405,"
                    + " though a method with a path that fits less well supports it. RESTEasy lets that answer."),
    CLASS_WITHOUT_SUB_RESOURCES(
            "Jakarta REST 3.7.2, step 1(c): a class without sub-resources does not match a path that"
                    + " goes on behind its own. RESTEasy lets it, finds nothing in it, and answers 404."),
    CAPTURING_GROUPS(
            "Jakarta REST 3.7.2, steps 1(e) and 2(f): of paths with as many literal characters the one with more"
                    + " parameters comes first. RESTEasy's figure for it is always 0."),
    NOTHING_LEFT("Jakarta REST 3.7.2, step 2(a): methods without a path answer where nothing is left of the path."
            + " RESTEasy lets an expression that matches nothing come first."),
    EMPTY_SEGMENT(
            "Jakarta REST 3.7.3: (/.*)? matches a slash with nothing behind it, so a class or a locator takes the path"
                    + " and an empty segment is none of its parameters. RESTEasy's (/.+)? does not match it."),
    MATRIX_PARAMETERS_AT_THE_END(
            "Jakarta REST 3.7.2 ignores a slash at the end and 3.7.1 matrix parameters; RESTEasy does not"
                    + " ignore the slash where matrix parameters stand behind it."),
    LAZY_PARAMETER(
            "Jakarta REST 3.7.3: a parameter is ([^/]+?), which takes as little as it can; RESTEasy's takes as much."),
    NESTED_GROUPS(
            "Jakarta REST 3.2: the value of a parameter is what its expression matches. RESTEasy counts the groups inside of other"
                    + " parameters' expressions by looking for brackets, and takes that of another group."),
    SPACE_BEHIND_EXPRESSION("Jakarta REST, grammar of @Path: white space around an expression is no part of it. To"
            + " RESTEasy the space before the brace is."),
    HTTP_METHOD_CASE("RFC 9110, section 9.1: the method is case-sensitive. RESTEasy answers get as GET."),
    NOT_ACCEPTABLE(
            "RFC 9110, section 12.4.2: a weight of 0 means not acceptable. RESTEasy knows it only as the last choice."),
    OTHER_CONTENT(
            "Jakarta REST 3.7.2, step 3: types that are incompatible have no place in the order. RESTEasy also compares"
                    + " those of @Consumes that the content does not have.");

    private final String reason;

    MatchingDifference(final String reason) {
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
