package org.jzenith.rest.internal.deployment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes requests of parts that are mostly right, and each of which is sometimes wrong. */
final class GeneratedRequests {

    /** {@code $} stands for a value, {@code @} for a failure, and a question mark at the end for a query. */
    private static final List<String> PATHS = List.of(
            "/types",
            "/types/",
            "/types/string/$",
            "/types/int/$",
            "/types/long/$/end",
            "/types/uuid/$",
            "/types/enum/$",
            "/types/made/$",
            "/types/colour/$",
            "/types/encoded/$",
            "/types/default/$",
            "/types/two/$/$",
            "/types/segment/$",
            "/types/list/$",
            "/types/matrix/$",
            "/types/header",
            "/types/query?",
            "/types/queries?",
            "/types/typed?",
            "/results/single",
            "/results/later",
            "/results/maybe?",
            "/results/completable",
            "/results/completable/fails",
            "/results/void",
            "/results/null",
            "/results/null/single",
            "/results/throws/@",
            "/results/emits/@",
            "/results/unsafe?",
            "/results/response",
            "/results/response/single",
            "/results/object?",
            "/results/bytes",
            "/results/buffer",
            "/results/stream",
            "/results/flow",
            "/results/list",
            "/results/json",
            "/results/int",
            "/results/int/json",
            "/results/boolean",
            "/results/boolean/json",
            "/results/text/json",
            "/results/broken?",
            "/results/large",
            "/results/empty",
            "/results/head",
            "/results/post",
            "/results/consume?",
            "/results/put/$",
            "/produced/class",
            "/produced/text",
            "/produced/method",
            "/produced/latin",
            "/produced/wild",
            "/produced/application",
            "/produced/vendor/$",
            "/several",
            "/several/$",
            "/plain/text",
            "/plain/person/$",
            "/plain/bytes",
            "/plain/number",
            "/current/$/uri/$?",
            "/current/$/headers",
            "/current/$/conditions",
            "/current/$/parameter",
            "/singleton/$",
            "/scoped",
            "/fields",
            "/bounds/least/$",
            "/bounds/query?",
            "/bounds/result?",
            "/bounds/result/single?",
            "/overlapping/$",
            "/overlapping/b",
            "/overlapping/typed",
            "/overlapping/typed",
            "/overlapping/c",
            "/overlapping/$/$",
            "/overlapping/$/y",
            "/overlapping/number/$",
            "/overlapping/sub/$",
            "/overlapping/sub",
            "/overlapping/d",
            "/overlapping/d/e/f",
            "/overlapping/d/$",
            "/deep/$",
            "/deep/$/x/$",
            "/deep/wide",
            "/deep/wide/y",
            "/deep/wide/x/$",
            "/",
            "",
            "/plain/at/home",
            "/free/$",
            "/nowhere/$",
            "/types/nowhere",
            "/animals/one/$",
            "/animals/all",
            "/animals/all/later",
            "/people/one/$",
            "/people/all",
            "/people/all/later",
            "/failing/$?",
            "/failing/$/future",
            "/types/uuid/c0ffee00-0000-4000-8000-000000000001",
            "/types/enum/SMALL",
            "/types/int/5",
            "/types/made/5",
            "/results/maybe?there=true",
            "/results/broken?how=3",
            "/current/a/uri/b?s=a",
            "/bounds/least/5",
            "/bounds/result?s=a",
            "/bounds/result/single?s=a",
            "/plain",
            "/streets/$/lamps/$",
            "/streets/$",
            "/streets/$/lamps",
            "/streets/$/lamps/$/bulb",
            "/streets/$/$/$",
            "/injected/$",
            "/injected/$/$?",
            "/constructed/$?",
            "/constructed/$/$?",
            "/constructed/5?s=a",
            "/charsets/$/$",
            "/charsets/words/a",
            "/charsets/ascii/a",
            "/charsets/quality/a",
            "/charsets/any/a",
            "/entities/$/$",
            "/entities/list/0",
            "/entities/map/0",
            "/entities/optional/0",
            "/entities/array/0",
            "/entities/object/0",
            "/parameters/headers",
            "/parameters/headers",
            "/parameters/headers",
            "/parameters/cookies",
            "/parameters/cookies",
            "/parameters/matrix/$/$",
            "/parameters/matrix/a;m=1;m=2;n=3/b;m=%20;c",
            "/parameters/bean/$?",
            "/parameters/bean/$?n=1&n=2&",
            "/parameters/encoded/$?",
            "/parameters/collections?",
            "/parameters/collections?",
            "/parameters/optional?",
            "/parameters/boxed?",
            "/parameters/rest/$/$",
            "/parameters/rest/$",
            "/parameters/rest",
            "/parameters/expression/$-$.$",
            "/parameters/expression/1-a.b",
            "/parameters/same/$/$",
            "/parameters/context/$?",
            "/parameters/variant",
            "/parameters/conditions?",
            "/fields/$?",
            "/fields/SMALL?",
            "/bodies/text",
            "/bodies/json",
            "/bodies/json",
            "/bodies/json/list",
            "/bodies/json/tree",
            "/bodies/json/single",
            "/bodies/json/optional",
            "/bodies/json/valid",
            "/bodies/form?",
            "/bodies/form?",
            "/bodies/form/any?",
            "/bodies/form/both",
            "/bodies/form/entity",
            "/bodies/form/map",
            "/bodies/form/bean?",
            "/bodies/bytes",
            "/bodies/number",
            "/bodies/decimal",
            "/bodies/stream",
            "/bodies/reader",
            "/bodies/buffer",
            "/bodies/typed",
            "/bodies/typed",
            "/bodies/changed/$",
            "/bodies/nothing",
            "/bodies/unread?",
            "/bodies/unreadable",
            "/bodies/query?",
            "/responses/stage?",
            "/responses/stage/null",
            "/responses/future?",
            "/responses/observable?",
            "/responses/observable/fails",
            "/responses/suspended?",
            "/responses/suspended/throws",
            "/responses/headers",
            "/responses/status/$?",
            "/responses/created",
            "/responses/blocking/$?",
            "/responses/blocking/1?",
            "/responses/blocking",
            "/responses/moved",
            "/responses/variants",
            "/responses/type?s=text/plain",
            "/responses/type?",
            "/responses/generic",
            "/responses/generic/stage",
            "/responses/output?",
            "/responses/unwritable",
            "/responses/unwritable/any",
            "/responses/returned?",
            "/locators/value/$?",
            "/locators/value/$/$?",
            "/locators/value/1/again/$/again/$/$",
            "/locators/value/1/again/$",
            "/locators/class",
            "/locators/class/info",
            "/locators/class/$",
            "/locators/object/$",
            "/locators/object/$/$",
            "/locators/object/a/$?",
            "/locators/$/deep/object/a/$",
            "/locators/$/deep/$/deep/here",
            "/locators/$",
            "/locators/here",
            "/locators/$/deep/class",
            "/locators",
            "/bound/free/$",
            "/bound/named/$",
            "/bound/named/$",
            "/dynamic/$",
            "/dynamic/$/free",
            "/mappers/fails",
            "/mappers/null",
            "/mappers/cause",
            "/mappers/processing",
            "/mappers/redirect",
            "/mappers/unauthorized");

    private static final List<String> VALUES = List.of(
            "a",
            "1",
            "2",
            "42",
            "-5",
            "0",
            "3",
            "+1",
            "99999999999",
            "2147483648",
            "SMALL",
            "small",
            "none",
            "grave",
            "b",
            "c",
            "d",
            "y",
            "wide",
            "number",
            "sub",
            "true",
            "1.5",
            "a.b",
            "a-b_c",
            "a~b",
            "a%20b",
            "a+b",
            "%C3%A4",
            "a%2Fb",
            "%25",
            "a;m=1",
            "a;m=1;n=2",
            ";m",
            ".",
            "..",
            "...",
            "",
            "a@b",
            "a:b",
            "a,b",
            "(a)",
            "$1",
            "x".repeat(300),
            "%41",
            "c0ffee00-0000-4000-8000-000000000001",
            "C0FFEE00-0000-4000-8000-000000000001",
            "1-1-1-1-1");

    private static final List<String> FAILURES = List.of(
            "nothing", "lost", "special", "unmapped", "checked", "forbidden", "entity", "fine", "error", "serious");

    private static final List<String> QUERIES = List.of(
            "",
            "",
            "s=a",
            "i=1",
            "s=a&i=2&d=3&b=true",
            "d=",
            "i=",
            "i=x",
            "d=x",
            "b=maybe",
            "s=",
            "s",
            "s&i=1",
            "s=a&s=b",
            "s=a%20b",
            "s=a+b",
            "s=%C3%A4",
            "s=a=b",
            "=x",
            "&",
            "&&s=a",
            "s=a&",
            "unknown=1",
            "unknown=1&s=a",
            "S=a",
            "xs=1&s=2",
            "u=c0ffee00-0000-4000-8000-000000000001",
            "u=x",
            "e=SMALL",
            "e=x",
            "c=red",
            "c=none",
            "c=",
            "c=grave",
            "there=true",
            "there=false",
            "kind=response",
            "kind=entity",
            "kind=generic",
            "kind=text",
            "kind=number",
            "kind=list",
            "kind=map",
            "how=0",
            "how=1",
            "how=2",
            "how=3",
            "s=abcd",
            "s=%20",
            "s=a;i=1",
            "s=?",
            "s=/",
            "s=a&i=1&i=2",
            "i=2147483648",
            "%73=a",
            "s=a%26b",
            "s=[a]",
            "s=a&%C3%A4=b",
            "s=a?b=c",
            "?s=a",
            "s==a");

    private static final List<String> ACCEPTS = List.of(
            "*/*",
            "text/*",
            "text/plain",
            "application/json",
            "application/*",
            "text/html",
            "application/xml",
            "text/plain;q=0",
            "text/plain;q=0.5, application/json",
            "application/json;q=0.1, text/plain;q=0.2",
            "*/*;q=0",
            "*/*;q=0.1, text/plain;q=0",
            "text/plain;charset=UTF-8",
            "text/plain;charset=ISO-8859-1",
            "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8",
            "application/octet-stream",
            "application/vnd.compared+json",
            "application/vnd.compared+json;v=2",
            "image/png",
            "text",
            "text/plain;q=x",
            "text/plain;q=2",
            "",
            ",",
            "*",
            "*/plain",
            "TEXT/PLAIN",
            "text/plain,",
            "application/json;indent=2",
            "text/html;level=1;q=0.5, */*;q=0.1",
            "text/plain; charset=\"utf-8\"",
            "text/plain;charset=UTF-16",
            "*/*;q=1",
            "text/plain;q=0.0001",
            "text/plain, " + "text/x,".repeat(100) + "*/*",
            "application/problem+json");

    private static final List<String> HEADERS = List.of(
            "Accept-Language: de, en;q=0.5",
            "Accept-Language: ;;;",
            "Accept-Language: *",
            "Cookie: a=b",
            "Cookie: a=b; $Version",
            "Cookie: =",
            "If-None-Match: \"tag\"",
            "If-None-Match: *",
            "If-None-Match: \"other\"",
            "If-None-Match: tag",
            "If-Match: \"other\"",
            "If-Modified-Since: yesterday",
            "If-Modified-Since: yesterday",
            "Accept-Charset: iso-8859-1",
            "Accept-Encoding: gzip",
            "Range: bytes=0-1",
            "X-HTTP-Method-Override: POST",
            "Content-Language: de",
            "Content-Language: ;",
            "Origin: http://b",
            "Cache-Control: no-cache",
            "Cookie: a=1; n=5",
            "Cookie: a=\"quoted\"; n=x",
            "Cookie: $Version=1; a=b; $Path=/",
            "Cookie: n=2, a=4",
            "Cookie: c=none",
            "X-Text: text",
            "X-Text: ",
            "X-Text: \u00e9",
            "X-Number: 5",
            "X-Number: x",
            "X-Number: ",
            "X-List: 1, 2",
            "X-List: 1",
            "X-List: none",
            "X-Default: given",
            "If-Modified-Since: Sun, 09 Sep 2001 01:46:40 GMT",
            "If-Unmodified-Since: Sun, 09 Sep 2001 01:46:40 GMT",
            "If-Match: \"tag\"",
            "If-None-Match: W/\"tag\", \"b\"",
            "Accept-Language: de-DE",
            "Accept-Language: en;q=0, *",
            "Accept-Encoding: gzip;q=0, *",
            "Accept-Encoding: br",
            "Accept-Charset: x;q=0",
            "X-Named: abort",
            "X-Named: abort untyped",
            "X-Named: lost",
            "X-Named: entity");

    /** For {@link ComparedFilters}. */
    private static final List<String> FILTER_HEADERS = List.of(
            "X-Before: /types/string/b",
            "X-Before: /bodies/text",
            "X-Before: /types/query?s=z&i=3",
            "X-Before: /locators/value/3/x",
            "X-Before: /nowhere",
            "X-Before: /",
            "X-Before: http://b/types/string/c",
            "X-Before: http://c/elsewhere",
            "X-Before: method POST",
            "X-Before: method GET",
            "X-Before: method OPTIONS",
            "X-Before: method PURGE",
            "X-Before: accept application/json",
            "X-Before: accept text/plain",
            "X-Before: accept image/png",
            "X-Before: type application/json",
            "X-Before: type text/plain",
            "X-Before: type application/x-www-form-urlencoded",
            "X-Before: body {\"name\":\"b\",\"age\":2}",
            "X-Before: body s=b",
            "X-Before: abort",
            "X-Before: abort json",
            "X-Before: abort empty",
            "X-Before: abort untyped",
            "X-Before: abort error",
            "X-Before: property",
            "X-Before: read",
            "X-Before: cookie",
            "X-Before: lost",
            "X-Before: special",
            "X-Before: io",
            "X-Before: error",
            "X-Request: abort",
            "X-Request: abort json",
            "X-Request: abort empty",
            "X-Request: abort untyped",
            "X-Request: abort error",
            "X-Request: accept application/json",
            "X-Request: accept image/png",
            "X-Request: header changed",
            "X-Request: body {\"name\":\"c\",\"age\":3}",
            "X-Request: body s=c",
            "X-Request: see",
            "X-Request: see",
            "X-Request: uri",
            "X-Request: lost",
            "X-Request: special",
            "X-Request: io",
            "X-Request: error",
            "X-Response: header",
            "X-Response: entity",
            "X-Response: json",
            "X-Response: null",
            "X-Response: status",
            "X-Response: type",
            "X-Response: typeless",
            "X-Response: see",
            "X-Response: see",
            "X-Response: stream",
            "X-Response: abort",
            "X-Response: lost",
            "X-Response: special",
            "X-Response: io",
            "X-Response: error",
            "X-Read: body {\"name\":\"d\",\"age\":4}",
            "X-Read: body s=d",
            "X-Read: type",
            "X-Read: text",
            "X-Read: lost",
            "X-Read: special",
            "X-Read: io",
            "X-Read: error",
            "X-Write: upper",
            "X-Write: header",
            "X-Write: entity",
            "X-Write: type",
            "X-Write: nothing",
            "X-Write: after",
            "X-Write: lost",
            "X-Write: special",
            "X-Write: io",
            "X-Write: error");

    private static final List<String> BODIES = List.of(
            "",
            "x",
            "{\"a\":1}",
            "\"\"",
            "{\"name\":\"a\",\"age\":1}",
            "[{\"name\":\"a\",\"age\":1}]",
            "{\"name\":\"\"}",
            "{\"name\":\"a\",\"age\":\"x\"}",
            "{\"name\":",
            "null",
            "[]",
            "5",
            "1.5",
            "s=a&i=1",
            "s=a+b&s=%20c&i=2",
            "s=&i=",
            "s",
            "i=x",
            "s=a&n=1&n=2&n=2",
            "=",
            "s=%C3%A4&d=",
            "\u00c3\u00a4");

    private static final List<String> CONTENT_TYPES = List.of(
            "text/plain;charset=nowhere",
            "text/plain, text/html",
            "application/json",
            "application/json",
            "application/x-www-form-urlencoded",
            "text/plain",
            "text/plain;charset=UTF-8",
            "text/plain;charset=ISO-8859-1",
            "text/html",
            "application/json;charset=UTF-8",
            "application/octet-stream",
            "application/vnd.x+json",
            "text",
            "*/*",
            "application/*",
            "multipart/form-data",
            "application/x-www-form-urlencoded;charset=ISO-8859-1",
            "");

    private static final List<String> METHODS = List.of(
            "POST", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "HEAD", "OPTIONS", "PURGE", "TRACE", "get");

    /** Requests for differences and statuses that seldom occur in the others. */
    static final List<ComparedRequest> RARE = List.of(
            get("/types/;m=1"),
            get("//"),
            get("/parameters/rest/"),
            get("/types/[a]"),
            get("/types/string/a", "Accept: text/plain;q=2"),
            get("/responses/status/-5"),
            get("/locators/object/y"),
            get("/parameters/headers", "If-Modified-Since: yesterday"),
            get("/responses/suspended?s=x", "X-Response: see"),
            get("/plain/number", "Accept: application/xml"),
            get("/plain/text", "X-Request: abort empty", "X-Response: see"),
            get("/failing/1?s=a", "X-Request: abort"),
            get("/nowhere", "X-Response: see"),
            get("/types/nowhere", "X-Response: see"),
            get("/plain/text", "X-Response: typeless"),
            get("/current/a/conditions", "If-Match: \"other\""),
            new ComparedRequest("POST", "/current/a/conditions", List.of("X-Before: method GET"), ""));

    private final Random random;
    private final boolean filtered;

    /**
     * @param seed the same seed generates the same requests
     * @param filtered true if filters apply to all requests
     */
    GeneratedRequests(final long seed, final boolean filtered) {
        this.random = new Random(seed);
        this.filtered = filtered;
    }

    private static ComparedRequest get(final String target, final String... headers) {
        return new ComparedRequest("GET", target, List.of(headers), "");
    }

    ComparedRequest next() {
        final String target = target();
        final String method = method(target);
        final Map<String, String> headers = new LinkedHashMap<>();
        if (random.nextInt(3) > 0) {
            add(headers, "Accept: " + any(ACCEPTS));
        }
        for (int i = random.nextInt(4) - 1; i > 0 || (i == 0 && random.nextBoolean()); i--) {
            add(headers, any(HEADERS));
        }
        if (filtered) {
            for (int i = random.nextInt(3); i > 0; i--) {
                add(headers, any(FILTER_HEADERS));
            }
        }
        final boolean takesBody = target.startsWith("/bodies");
        final String body = random.nextInt(takesBody ? 8 : 5) > 0 == takesBody ? any(BODIES) : "";
        if (!body.isEmpty() ? random.nextInt(8) > 0 : random.nextInt(20) == 0) {
            add(headers, "Content-Type: " + contentType(target));
        }
        return new ComparedRequest(method, target, List.copyOf(headers.values()), body);
    }

    /** Each header once. */
    private static void add(final Map<String, String> headers, final String line) {
        headers.put(line.substring(0, line.indexOf(':')), line);
    }

    private String method(final String target) {
        final int likely = target.startsWith("/bodies") ? 3 : 6;
        if (random.nextInt(likely) == 0) {
            return any(METHODS);
        }
        return likely == 3 ? any(List.of("POST", "POST", "POST", "POST", "PUT", "PATCH", "DELETE")) : "GET";
    }

    private String contentType(final String target) {
        if (random.nextInt(4) == 0) {
            return any(CONTENT_TYPES);
        }
        return target.startsWith("/bodies/form")
                ? "application/x-www-form-urlencoded"
                : target.startsWith("/bodies/json") ? "application/json" : any(CONTENT_TYPES);
    }

    private String target() {
        final StringBuilder target = new StringBuilder();
        for (final char c : any(PATHS).toCharArray()) {
            switch (c) {
                case '$' -> target.append(any(VALUES));
                case '@' -> target.append(any(FAILURES));
                case '?' -> target.append(random.nextInt(8) == 0 ? "" : '?').append(any(QUERIES));
                default -> target.append(c);
            }
        }
        switch (random.nextInt(60)) {
            case 0 -> target.append('/');
            case 1 -> target.append(";m=1");
            case 2 -> {
                final int at = random.nextInt(target.length() + 1);
                if (target.lastIndexOf("%", at) < at - 2 || target.lastIndexOf("%", at) < 0) {
                    target.insert(at, '/');
                }
            }
            case 3 -> target.append("/..");
            case 4 -> target.append("/.");
            case 5 -> target.append(target.indexOf("?") < 0 ? "?" : "&").append(any(QUERIES));
            case 6 -> target.insert(0, "http://b");
            case 7 -> target.append("%2F");
            case 8 -> target.insert(0, "/x/.%2e");
            case 9 -> {
                if (target.length() > 1 && Character.isLetter(target.charAt(1))) {
                    target.replace(1, 2, "%" + Integer.toHexString(target.charAt(1)));
                }
            }
            default -> {
                // as it is
            }
        }
        return target.isEmpty() || (target.charAt(0) != '/' && target.charAt(0) != 'h') ? "/" + target : target + "";
    }

    private String any(final List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
