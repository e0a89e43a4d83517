package org.jzenith.rest.internal.deployment;

import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Intended differences from the responses of RESTEasy's dispatcher, with their reasons. */
enum DispatcherDifference {
    ALLOW_SORTED(
            "RFC 9110, section 10.2.1: the order of the methods in Allow says nothing. Ours is sorted, RESTEasy's is"
                    + " that of a hash table.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String allow = theirs.header("Allow");
            return allow.isEmpty() || !ours.header("Allow").equals(sorted(allow))
                    ? theirs
                    : withAllow(theirs, sorted(allow));
        }
    },
    ACCEPT_POST(
            "RFC 5789, section 3.1, and Linked Data Platform 1.0, section 7.1: the answer to OPTIONS and a 415 name the"
                    + " media types that a method takes. RESTEasy's do not.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            ComparedAnswer mended = theirs;
            for (final String name : new String[] {"Accept-Post", "Accept-Patch"}) {
                if (!ours.header(name).isEmpty() && theirs.header(name).isEmpty()) {
                    mended = mended.withHeader(name, ours.header(name));
                }
            }
            return mended;
        }
    },
    BEST_TEMPLATE_ALONE(
            "Jakarta REST 3.7.2, step 2: only methods with the path that fits best are candidates. RESTEasy takes"
                    + " those of all paths that match, so that the media type may prefer {x} to a literal.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    isBelow(request, "/overlapping/typed")
                            && (ours.status() == 406
                                    || ours.header("Content-Type").equals("application/json")),
                    ours,
                    theirs);
        }
    },
    HTTP_METHOD_OF_LESSER_TEMPLATE(
            "Jakarta REST 3.7.2, step 3(a): if no candidate supports the HTTP method, the answer is 405, though a"
                    + " method with a path that fits less well supports it. RESTEasy lets that answer, and names its"
                    + " HTTP method in Allow.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final Set<String> allowed = Set.of(ours.header("Allow").split(", "));
            final boolean isBroken = ours.status() == 500 && isBelow(request, "/overlapping/c");
            if ((ours.status() == 405 || isBroken) && theirs.status() != 405) {
                return ours;
            }
            final boolean isLess = allowed.size() > 1
                    && !ours.header("Allow").equals(sorted(theirs.header("Allow")))
                    && Set.of(theirs.header("Allow").split(", ")).containsAll(allowed);
            return isLess ? ALLOW_SORTED.mended(request, ours, withAllow(theirs, ours.header("Allow"))) : theirs;
        }
    },
    MATRIX_PARAMETERS_AT_THE_END(
            "Jakarta REST 3.7.2 ignores a slash at the end and 3.7.1 matrix parameters. RESTEasy does not ignore the"
                    + " slash where matrix parameters stand behind it.") {

        private static final Pattern END = Pattern.compile(".*/(;[^/]*)+");

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(END.matcher(request.path()).matches(), ours, theirs);
        }
    },
    EMPTY_SEGMENT(
            "Jakarta REST 3.7.3: (/.*)? matches a slash with nothing behind it, so a class takes the path and an empty"
                    + " segment is none of its methods. RESTEasy's (/.+)? does not match it.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(request.path().contains("//"), ours, theirs);
        }
    },
    EMPTY_PARAMETER(
            "Jakarta REST 3.7.3: an expression such as .* matches the empty text behind a slash at the end, unless the path"
                    + " matches without that slash. RESTEasy leaves it out.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(request.path().endsWith("/rest/") && theirs.status() == 404, ours, theirs);
        }
    },
    EMPTY_TEXT(
            "An empty parameter counts as missing for all types but text. RESTEasy has another rule for each way in which it makes a"
                    + " value.") {

        private static final Pattern EMPTY = Pattern.compile(".*[?&;][a-z]+=(?:[&;].*)?");

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final boolean isHeader =
                    request.headers().contains("X-Number: ") && contains(theirs, "header parameter 'x-number'");
            final boolean isQuery = EMPTY.matcher(request.target()).matches() && contains(theirs, "query parameter '");
            return oursIf((isHeader || isQuery) && ours.status() != theirs.status(), ours, theirs);
        }
    },
    FORM_NEEDED("A form parameter of a request without a form is 400. Ours says which body is needed; RESTEasy's says"
            + " nothing.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return contains(ours, "needs a body of the type") ? theirs.withBody(ours.body()) : theirs;
        }
    },
    HTTP_METHOD_CASE("RFC 9110, section 9.1: the method is case-sensitive. RESTEasy answers get as GET.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(request.method().equals("get") && ours.status() == 501, ours, theirs);
        }
    },
    ZERO_WEIGHT(
            "RFC 9110, section 12.4.2: a weight of 0 means not acceptable. RESTEasy knows it only as the last choice.") {

        private static final Pattern ZERO = Pattern.compile(".*;q=0(,.*)?");

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(ZERO.matcher(request.header("Accept")).matches(), ours, theirs);
        }
    },
    PROBLEMS_ONLY(
            "A method without content, or of another type, may be called by a client that accepts problems only, as generated"
                    + " clients do. RESTEasy compares Accept with @Produces.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    theirs.status() == 406
                            && ours.status() != 406
                            && (isBelow(request, "/bodies/nothing")
                                    || request.header("Accept").equals("application/problem+json")),
                    ours,
                    theirs);
        }
    },
    WILDCARD_IN_PRODUCES(
            "Jakarta REST 3.8, step 5: an accepted type counts only if it is compatible with one that is produced, which"
                    + " RESTEasy does not ask.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    isBelow(request, "/produced/application")
                            && (ours.status() == 406
                                    || ours.header("Content-Type").startsWith("application/")),
                    ours,
                    theirs);
        }
    },
    COOKIES("RFC 6265, sections 4.2.1 and 5.4: cookies end at semicolons only, and of several the first has the longest"
            + " path. RESTEasy's end at commas, too, the last counts, and one may have no name.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    request.header("Cookie").contains(",")
                            || request.header("Cookie").startsWith("="),
                    ours,
                    theirs);
        }
    },
    ANY_LANGUAGE(
            "HttpHeaders.getAcceptableLanguages: a list with the locale \"*\" if no language is specified. RESTEasy's locale has"
                    + " an empty name then.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return ours.body().contains("[*")
                    ? theirs.withBody(theirs.body().replaceFirst("(/[^\\[\\]]*\\],?)\\[(?=[],])", "$1[*"))
                    : theirs;
        }
    },
    STAR_AS_TYPE("Accept: * is what the JDK's client sends. RESTEasy reads it everywhere but in selectVariant.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    isBelow(request, "/parameters/variant")
                            && request.header("Accept").equals("*")
                            && theirs.status() == 400,
                    ours,
                    theirs);
        }
    },
    EMPTY_ACCEPT(
            "HttpHeaders.getAcceptableMediaTypes: any type if none is specified, which an empty header does not either."
                    + " RESTEasy's list is empty then.") {

        private static final String NONE = "[]false";
        private static final String ANY = "[*/*]false";

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String seen = theirs.header("X-Property");
            return ours.header("X-Property").contains(ANY) && seen.contains(NONE)
                    ? theirs.withHeader("X-Property", seen.replace(NONE, ANY))
                    : theirs;
        }
    },
    WEIGHT_OUT_OF_RANGE(
            "RFC 9110, section 12.4.2: a weight is a number from 0 to 1, so a header with another one is malformed."
                    + " RESTEasy answers as if it were 1.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(request.header("Accept").endsWith(";q=2"), ours, theirs);
        }
    },
    REFUSALS_IN_ORDER(
            "Jakarta REST 3.7.2, step 3: 405 and 415 are found before Accept is read, and the answer to OPTIONS depends"
                    + " on none. RESTEasy reads the weights first, and answers 400 if one is no number; it ignores them"
                    + " where a filter responds.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    request.header("Accept").endsWith(";q=x")
                            && (theirs.status() == 400
                                    || contains(theirs, "\"status\":400")
                                    || request.header("X-Before").equals("abort untyped")),
                    ours,
                    theirs);
        }
    },
    UNKNOWN_CHARSET(
            "RFC 9110, section 15.5.16: content in a format that the server does not support is 415, and a charset is"
                    + " part of the format. RESTEasy finds out when a reader decodes it, which is 500 or too late.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    request.header("Content-Type").endsWith("charset=nowhere") && ours.status() == 415, ours, theirs);
        }
    },
    UNREADABLE_DATE(
            "RFC 9110, section 13.1.3: a date that cannot be read is ignored. RESTEasy shows it to parameters, and"
                    + " fails where it reads it.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            if (!request.header("If-Modified-Since").equals("yesterday")) {
                return theirs;
            }
            return theirs.status() == 500 && ours.status() != 500
                    ? ours
                    : theirs.withBody(theirs.body().replace("yesterday", "null").replace("YESTERDAY", "NULL"));
        }
    },
    PRECONDITIONS(
            "RFC 9110, sections 13.1.1, 13.1.2, 13.2.2 and 15.4.5: If-None-Match compares tags weakly and If-Match strongly,"
                    + " a tag wins over a date, and a 304 has the tag. RESTEasy compares a weak tag with a strong one in"
                    + " neither way, evaluates the date as well, and leaves the tag out where the date decides. A malformed"
                    + " tag (8.8.3) is 400; RESTEasy takes it for a tag.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final boolean hasCondition = !request.header("If-None-Match").isEmpty()
                    || !request.header("If-Match").isEmpty()
                    || !request.header("If-Modified-Since").isEmpty()
                    || !request.header("If-Unmodified-Since").isEmpty();
            return oursIf(
                    hasCondition
                            && request.path().endsWith("/conditions")
                            && (Set.of(200, 304, 412).contains(ours.status())
                                    || ours.status() == 400
                                            && request.header("If-None-Match").equals("tag")),
                    ours,
                    theirs);
        }
    },
    RESOURCE_INFO_BEFORE_THE_CALL(
            "Jakarta REST 10.2.8: ResourceInfo is what the request was matched with, which is known before the resource"
                    + " is made. RESTEasy sets it, and the URI of the method, when the resource has been made.") {

        /** The URI of the method, before that of the class. */
        private static final Pattern FIRST_OF_LIST = Pattern.compile(",\\[[^\\[,]*, (?=[^\\[]*]$)");

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String seen = FIRST_OF_LIST.matcher(ours.header("X-Seen")).replaceFirst(",[");
            final boolean isInConstructor = contains(theirs, "] illegalstateexception") && contains(ours, "] public ");
            final boolean isOfNoMethod =
                    isMadeOfRequest(request) && request.header("X-Response").equals("typeless");
            final ComparedAnswer typed =
                    isOfNoMethod ? theirs.withHeader("Content-Type", ours.header("Content-Type")) : theirs;
            final ComparedAnswer mended = isInConstructor ? typed.withBody(ours.body()) : typed;
            return isMadeOfRequest(request)
                            && !seen.isEmpty()
                            && theirs.header("X-Seen").equals(seen)
                    ? mended.withHeader("X-Seen", ours.header("X-Seen"))
                    : mended;
        }
    },
    FILTERS_BEFORE_THE_RESOURCE(
            "Jakarta REST 6.2 and 6.4: a request filter may stop a request, which then needs no resource. RESTEasy"
                    + " makes it before the filters, so that a failing constructor comes before a missing permission.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String seen = ours.header("X-Property");
            if (!seen.isEmpty() && theirs.header("X-Property").equals(seen.substring(0, seen.length() - 1) + "1")) {
                return theirs.withHeader("X-Property", seen);
            }
            return oursIf(
                    isMadeOfRequest(request) && !request.header("X-Request").isEmpty(), ours, theirs);
        }
    },
    HTTP_METHOD_CHANGED_BY_FILTER(
            "Jakarta REST 6.2: a filter before the matching may change the HTTP method, and from then on it is that of"
                    + " the request. RESTEasy's Request.getMethod() and preconditions keep that of the client.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    request.header("X-Before").startsWith("method ")
                            && (request.path().contains("/conditions")
                                    || request.path().contains("/context/")
                                    || request.path().contains("/variant")),
                    ours,
                    theirs);
        }
    },
    MATCHED_URIS_WITHOUT_METHOD(
            "Jakarta REST 3.7.2 matches a request with a method; where there is none, nothing is matched. To RESTEasy's"
                    + " response filters the class is a match.") {

        private static final Pattern LAST_LIST = Pattern.compile(",\\[[^\\[]*]$");

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return ours.header("X-Seen").endsWith(",[]")
                    ? theirs.withHeader(
                            "X-Seen", LAST_LIST.matcher(theirs.header("X-Seen")).replaceFirst(",[]"))
                    : theirs;
        }
    },
    ANNOTATIONS_OF_ABORTED(
            "ContainerResponseContext.getEntityAnnotations: those of the method are among them, also where a filter has"
                    + " answered. RESTEasy's, and the type of the entity, are null then.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String seen = theirs.header("X-Seen");
            final int unknown = seen.indexOf(",null,");
            return oursIf(
                    (request.header("X-Request") + request.header("X-Named")).contains("abort")
                            && unknown > 0
                            && ours.header("X-Seen").startsWith(seen.substring(0, unknown)),
                    theirs.withHeader("X-Seen", ours.header("X-Seen")),
                    theirs);
        }
    },
    ENTITY_OF_NO_METHOD(
            "ContainerResponseContext.getEntityType and getEntityAnnotations: the type of the entity, and annotations, of"
                    + " which there may be none. RESTEasy's are null for the entity of a mapper.") {

        private static final Pattern DESCRIBED = Pattern.compile(",class [^,]*,\\[],");

        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final Matcher described = DESCRIBED.matcher(ours.header("X-Seen"));
            final String seen = theirs.header("X-Seen");
            return seen.contains(",null,null,") && described.find()
                    ? theirs.withHeader("X-Seen", seen.replace(",null,null,", described.group()))
                    : theirs;
        }
    },
    ABSENT_HEADER(
            "HttpHeaders.getRequestHeader is a shortcut for getRequestHeaders().get(name), which is null for an absent header."
                    + " RESTEasy's list is empty.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final int absent = ours.body().toLowerCase(Locale.ROOT).lastIndexOf("null");
            return absent >= 0
                            && isBelow(request, "/current/")
                            && theirs.body()
                                    .equals(ours.body().substring(0, absent)
                                            + "[]"
                                            + ours.body().substring(absent + "null".length()))
                    ? theirs.withBody(ours.body())
                    : theirs;
        }
    },
    TYPE_OF_RESUMED(
            "ContainerResponseContext.getEntityType: the type of the entity. RESTEasy's is void for what resumes a"
                    + " suspended response, as the method returns nothing.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String seen = ours.header("X-Seen");
            return seen.contains(",class java.lang.String,")
                            && seen.replace(",class java.lang.String,", ",void,")
                                    .equals(theirs.header("X-Seen"))
                    ? theirs.withHeader("X-Seen", seen)
                    : theirs;
        }
    },
    ERROR_IS_MAPPED(
            "Jakarta REST 4.4: what is thrown goes to the mapper for its class, and a mapper may be for an Error."
                    + " RESTEasy gives mappers the Errors of methods only, not those of constructors, converters,"
                    + " filters and writers.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    theirs.status() == RestEasyDispatcher.THROWN
                            && (theirs.body().contains("Serious")
                                    || theirs.body().contains("AssertionError")),
                    ours,
                    theirs);
        }
    },
    ERRORS_OF_ANY_TYPE("RFC 9110, 15.5.7: an error is told in a type that the client has not named. RESTEasy fails.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    ours.status() >= 400 && theirs.status() < 0 && contains(theirs, "notacceptableexception"),
                    ours,
                    theirs);
        }
    },
    NOT_ACCEPTABLE_TO_WRITERS(
            "Jakarta REST 3.8, steps 2 and 5: without @Produces the writers say which types there are, and if none is"
                    + " accepted the answer is 406. RESTEasy looks for a writer for the accepted type, and answers 500.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    isBelow(request, "/plain/number")
                            && (ours.status() == 406 || contains(ours, "\"status\":406"))
                            && (theirs.status() == 500 || contains(theirs, "\"status\":500")),
                    ours,
                    theirs);
        }
    },
    TYPE_DETERMINED_LATE(
            "Jakarta REST 3.8: the type of an entity is determined by its class and by Accept, also where a filter has"
                    + " removed it, or has given an entity to an empty response. RESTEasy leaves out the charset that it"
                    + " writes.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            final String type = theirs.header("Content-Type");
            if (!Set.of("typeless", "entity").contains(request.header("X-Response"))
                    || type.isEmpty()
                    || !MediaType.valueOf(type)
                            .withCharset("UTF-8")
                            .equals(MediaType.valueOf(ours.header("Content-Type")))) {
                return theirs;
            }
            final ComparedAnswer mended = theirs.withHeader("Content-Type", ours.header("Content-Type"));
            return theirs.header("X-Written").equals(type)
                    ? mended.withHeader("X-Written", ours.header("Content-Type"))
                    : mended;
        }
    },
    CLASS_OF_SUB_RESOURCE(
            "Jakarta REST 3.3 and 3.4.1: resource methods are public, which nobody asks of the class of what a locator"
                    + " returns: it may be a lambda expression. RESTEasy cannot call its methods, and answers 500.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(request.path().contains("/object/y") && contains(theirs, "\"status\":500"), ours, theirs);
        }
    },
    FAILURE_WRITTEN_ONCE(
            "A response has one content. RESTEasy reports the failure of a writer twice if the result came later, and"
                    + " writes its answer twice.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(theirs.body().equals(ours.body() + ours.body()), theirs.withBody(ours.body()), theirs);
        }
    },
    CANCELLED_IS_A_PROBLEM(
            "AsyncResponse.cancel: the answer is 503. Ours is a problem as RFC 9457 has it, with Retry-After, as every"
                    + " other failure; RESTEasy's is empty.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    isBelow(request, "/responses/suspended")
                            && (ours.header("Retry-After").equals("1")
                                    || (theirs.status() == 503 && theirs.body().isEmpty())),
                    ours,
                    theirs);
        }
    },
    INFORMATIONAL_STATUS(
            "RFC 9110, section 15.2: a status below 200 is not the final answer, for which the client would go on"
                    + " waiting. Ours is 500, and the log says why; RESTEasy sends it.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(ours.status() == 500 && theirs.status() > 0 && theirs.status() < 200, ours, theirs);
        }
    },
    ABOVE_THE_ROOT(
            "RFC 3986, section 5.2.4, drops dot segments that lead above the root. No client sends them on purpose, so"
                    + " ours are refused.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(ours.status() == 400 && ours.body().contains("leads above the root"), ours, theirs);
        }
    },
    CHARACTERS_OF_BROWSERS(
            "WHATWG URL, section 1.3: browsers send square brackets in a path as they are, so they are taken as if they"
                    + " were escaped. RESTEasy throws when it makes a URI of them.") {
        @Override
        ComparedAnswer mended(final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
            return oursIf(
                    request.path().contains("[")
                            && (theirs.status() == RestEasyDispatcher.THROWN || theirs.status() == 500),
                    ours,
                    theirs);
        }
    };

    private final String reason;

    DispatcherDifference(final String reason) {
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /** Returns RESTEasy's response without this difference. */
    abstract ComparedAnswer mended(ComparedRequest request, ComparedAnswer ours, ComparedAnswer theirs);

    /** The rows that together explain why two answers differ; null if they do not. */
    static @Nullable Set<DispatcherDifference> between(
            final ComparedRequest request, final ComparedAnswer ours, final ComparedAnswer theirs) {
        final Set<DispatcherDifference> found = EnumSet.noneOf(DispatcherDifference.class);
        ComparedAnswer rest = theirs;
        for (final DispatcherDifference each : values()) {
            if (rest.equals(ours)) {
                return found;
            }
            final ComparedAnswer mended = each.mended(request, ours, rest);
            if (!mended.equals(rest)) {
                found.add(each);
                rest = mended;
            }
        }
        return rest.equals(ours) ? found : null;
    }

    private static ComparedAnswer oursIf(
            final boolean explained, final ComparedAnswer ours, final ComparedAnswer theirs) {
        return explained ? ours : theirs;
    }

    /** OPTIONS has the list as its content, too. */
    private static ComparedAnswer withAllow(final ComparedAnswer answer, final String allow) {
        return answer.withHeader("Allow", allow).withBody(answer.body().replace(answer.header("Allow"), allow));
    }

    /** An interceptor may have made capital letters of all. */
    private static boolean contains(final ComparedAnswer answer, final String text) {
        return answer.body().toLowerCase(Locale.ROOT).contains(text);
    }

    private static boolean isBelow(final ComparedRequest request, final String path) {
        return request.path().startsWith(path) || request.header("X-Before").startsWith(path);
    }

    private static boolean isMadeOfRequest(final ComparedRequest request) {
        return isBelow(request, "/constructed/") || isBelow(request, "/failing/") || isBelow(request, "/fields/");
    }

    private static String sorted(final String list) {
        final String[] names = list.split(", ");
        Arrays.sort(names);
        return String.join(", ", names);
    }
}
