package org.jzenith.rest.express;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is asked, the lane and RESTEasy answer alike, whether the lane knows the answer's form yet or not. */
@Tag("express-lane")
final class BothWaysTest {

    private static final int REQUESTS = Integer.getInteger("express.requests", 1_000);
    private static final int TIMES = 4;

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
            "/alone/$",
            "/scoped",
            "/fields",
            "/bounds/least/$",
            "/bounds/query?",
            "/bounds/result?",
            "/bounds/result/single?",
            "/crossing/$",
            "/crossing/b",
            "/crossing/c",
            "/crossing/$/$",
            "/crossing/$/y",
            "/crossing/number/$",
            "/crossing/sub/$",
            "/crossing/sub",
            "/crossing/d",
            "/crossing/d/e/f",
            "/crossing/d/$",
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
            "/health",
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
            "/shades/$/$",
            "/shades/words/a",
            "/shades/ascii/a",
            "/shades/quality/a",
            "/shades/any/a",
            "/kinds/$/$",
            "/kinds/list/0",
            "/kinds/map/0",
            "/kinds/optional/0",
            "/kinds/array/0",
            "/kinds/object/0");

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
            "s=%",
            "s=[a]",
            "%ff",
            "s=%C3",
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
            "application/vnd.town+json",
            "application/vnd.town+json;v=2",
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
            "Content-Type: text/plain",
            "Content-Type: application/json",
            "Content-Type: text",
            "Content-Type: text/plain;charset=nowhere",
            "If-None-Match: \"tag\"",
            "If-None-Match: *",
            "If-None-Match: \"other\"",
            "If-None-Match: tag",
            "If-Match: \"other\"",
            "If-Modified-Since: yesterday",
            "Accept-Charset: iso-8859-1",
            "Accept-Encoding: gzip",
            "Range: bytes=0-1",
            "Accept: text/plain",
            "Accept: application/json",
            "X-HTTP-Method-Override: POST",
            "Content-Language: de",
            "Content-Language: ;",
            "Origin: http://b",
            "X-Forwarded-Host: b",
            "Expect: 100-finish",
            "Cache-Control: no-cache",
            "Connection: close");

    private static final List<String> BODIES = List.of("", "x", "{\"a\":1}", "\"\"");

    private static final List<String> METHODS =
            List.of("POST", "PUT", "DELETE", "PATCH", "HEAD", "HEAD", "OPTIONS", "PURGE", "TRACE");

    private final Random random;
    private final long seed;

    BothWaysTest() {
        seed = Long.getLong("express.seed", 3);
        random = new Random(seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api"})
    void bothWaysAnswerAlike(final String contextPath) throws IOException {
        final String base = contextPath.equals("/") ? "" : contextPath;
        final List<String> differences = new ArrayList<>();
        try (BothWays both = BothWays.of(Town::plugin, Map.of("rest.context-path", contextPath))) {
            Town.taken();
            for (final String path : PATHS) {
                for (final String accept : List.of("", "Accept: */*\r\n", "Accept: text/plain\r\n")) {
                    differences.addAll(both.differences(wellKnown(base + path, accept), TIMES));
                }
            }
            for (int i = 0; i < REQUESTS; i++) {
                differences.addAll(both.differences(request(base), TIMES));
            }
        }
        assertThat(differences.stream().limit(20))
                .as("differences, with the seed %d", seed)
                .isEmpty();
        assertThat(Town.taken()).as("the methods that took the lane").containsAll(EXPRESS);
    }

    /** If one of these leaves the lane for good, nothing is compared any more. */
    private static final List<String> EXPRESS = List.of(
            "Types.root",
            "Types.string",
            "Types.number",
            "Types.big",
            "Types.uuid",
            "Types.constant",
            "Types.made",
            "Types.colour",
            "Types.encoded",
            "Types.other",
            "Types.two",
            "Types.query",
            "Types.typed",
            "Results.single",
            "Results.later",
            "Results.maybe",
            "Results.completable",
            "Results.list",
            "Results.json",
            "Results.number",
            "Results.jsonFlag",
            "Results.bytes",
            "Results.buffer",
            "Results.object",
            "Shelf.single",
            "Shelf.all",
            "Shelf.later",
            "Results.thrown",
            "Results.emitted",
            "Results.unsafe",
            "Results.broken",
            "Results.large",
            "Produced.ofClass",
            "Produced.ofMethod",
            "Produced.vendor",
            "Plain.text",
            "Plain.person",
            "Current.uri",
            "Current.headers",
            "Current.conditions",
            "Alone.x",
            "Scoped.count",
            "Failing.get",
            "Streets.lamp",
            "Streets.street",
            "Injected.one",
            "Injected.two",
            "Shades.words",
            "Shades.quality",
            "Kinds.list",
            "Kinds.map",
            "Kinds.array",
            "Kinds.object",
            "Bounds.least",
            "Bounds.query",
            "Bounds.result",
            "Bounds.later",
            "Crossing.literal");

    /** A request that should be answered with 200, so that the lane knows the form when others come. */
    private static String wellKnown(final String path, final String accept) {
        final String target = path.replaceFirst("\\?$", "").replace("$", "5").replace("@", "nothing");
        return "GET " + (target.isEmpty() ? "/" : target) + " HTTP/1.1\r\nHost: a\r\nX-Request-Id: t\r\n" + accept
                + "\r\n";
    }

    private String request(final String base) {
        final String method = random.nextInt(8) == 0 ? any(METHODS) : "GET";
        final StringBuilder request = new StringBuilder(method)
                .append(' ')
                .append(target(base))
                .append(random.nextInt(20) == 0 ? " HTTP/1.0" : " HTTP/1.1")
                .append("\r\nHost: a\r\nX-Request-Id: t\r\n");
        if (random.nextInt(3) > 0) {
            request.append("Accept: ").append(any(ACCEPTS)).append("\r\n");
        }
        if (random.nextInt(4) == 0) {
            request.append(any(HEADERS)).append("\r\n");
        }
        if (random.nextInt(12) == 0 || (method.startsWith("P") && random.nextInt(3) == 0)) {
            final String body = any(BODIES);
            request.append("Content-Length: ")
                    .append(body.length())
                    .append("\r\n\r\n")
                    .append(body);
        } else {
            request.append("\r\n");
        }
        return request.toString();
    }

    private String target(final String base) {
        final StringBuilder target = new StringBuilder(base);
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
            case 2 -> target.insert(random.nextInt(target.length() + 1), '/');
            case 3 -> target.append("/..");
            case 4 -> target.append("/.");
            case 5 -> target.append(target.indexOf("?") < 0 ? "?" : "&").append(any(QUERIES));
            case 6 -> target.insert(0, "http://b");
            case 7 -> target.append("%2F");
            default -> {
                if (target.isEmpty()) {
                    target.append('/');
                }
            }
        }
        return target.charAt(0) == '/' || target.charAt(0) == 'h' ? target.toString() : "/" + target;
    }

    private String any(final List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
